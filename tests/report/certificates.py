"""Keys and certificates for tests, made anew each time: a root, and a signer it vouches for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

PASSPHRASE = b"correct horse"

Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey


@dataclass(frozen=True)
class Certified:
    """A key with its certificate."""

    key: Key
    certificate: x509.Certificate

    @property
    def pem(self) -> bytes:
        """The certificate."""
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def root(name: str = "Test Root") -> Certified:
    """Return an authority that vouches for itself."""
    key = _key()
    builder = _builder(name, name, key).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), critical=True
    )
    builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
    return Certified(key, builder.sign(key, hashes.SHA256()))


def issued_by(authority: Certified, name: str, *, stamps: bool = False) -> Certified:
    """Return a signer, or a timestamp authority."""
    # The library's authority for tests knows RSA alone.
    key: Key = rsa.generate_private_key(65537, 2048) if stamps else _key()
    issuer = authority.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
    builder = _builder(name, str(issuer), key).add_extension(_usage(), critical=True)
    if stamps:
        builder = builder.add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True
        )
    return Certified(key, builder.sign(authority.key, hashes.SHA256()))


def key_file(folder: Path, signer: Certified, authority: Certified) -> Path:
    """Return a file with a key and its chain."""
    content = pkcs12.serialize_key_and_certificates(
        b"signer",
        signer.key,
        signer.certificate,
        [authority.certificate],
        serialization.BestAvailableEncryption(PASSPHRASE),
    )
    path = folder / "laboratory.p12"
    path.write_bytes(content)
    return path


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def _builder(name: str, issuer: str, key: Key) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
    )


def _usage(*, signs_certificates: bool = False) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=not signs_certificates,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )
