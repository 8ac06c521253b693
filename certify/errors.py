"""The exception tree: every error a user can meet is a `CertifyError`."""


class CertifyError(Exception):
    """An error explained in one paragraph that says what to do."""


class CardError(CertifyError, ValueError):
    """A label names no card."""


class EngineError(CertifyError, RuntimeError):
    """The exact analysis cannot be done."""


class InfeasibleShoeError(EngineError):
    """A shoe that is impossible, or too small for a round."""
