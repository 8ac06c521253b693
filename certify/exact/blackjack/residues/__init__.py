"""Expectations as exact fractions, by arithmetic modulo primes."""
