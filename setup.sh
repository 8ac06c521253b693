#!/bin/sh
# Makes .venv, with the libraries of a lock file and certify itself.
#
#     sh setup.sh             certify as it is used: requirements.lock
#     sh setup.sh dev         with all that its tests need: requirements-dev.lock
#     sh setup.sh mutation    with what tools/mutation needs
set -eu
cd "$(dirname "$0")"
lock=requirements${1:+-$1}.lock
[ -f "$lock" ] || { echo "setup.sh: found '$1'; expected nothing, dev or mutation" >&2; exit 2; }
export PIP_DISABLE_PIP_VERSION_CHECK=1
python3 -m venv .venv
pip=.venv/bin/pip

# uv takes a tenth of pip's time. It does not know an index that pip may be set up for.
with_uv() {
    ! $pip config list | grep -Eq "index-url|no-index" &&
        $pip install -q -r requirements-install.lock &&
        .venv/bin/uv pip install -q --system-certs -p .venv -r "$lock" -e .
}

# Only what is imported is compiled to bytecode, when it is.
with_pip() {
    echo "pip installs the libraries, which takes about a minute" >&2
    $pip install -q --no-compile -r "$lock" && $pip install -q --no-deps -e .
}

with_uv || with_pip
