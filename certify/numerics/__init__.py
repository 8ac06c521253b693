"""Numerics shared by every engine: compensated sums and the policy for compiled kernels."""
