#!/bin/sh
# Creates the certificates in this folder. Needs OpenSSL 3.
set -eu
cd "$(dirname "$0")"
work="$(mktemp -d)"
: >"$work/index.txt"
cat >"$work/ca.cnf" <<END
[ca]
default_ca = authority
[authority]
database = $work/index.txt
new_certs_dir = $work
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
[any]
commonName = supplied
END

# sign NAME FROM TO EXTENSIONS OPTIONS…
sign() {
    name="$1"
    printf '%b' "$4" >"$work/extensions"
    openssl ca -batch -notext -config "$work/ca.cnf" -startdate "$2" -enddate "$3" -extfile "$work/extensions" \
        -out "$name.pem" -in "$work/request" -outdir "$work" "$5" "$6" "$7" "$8"
}
key() {
    openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"
}
request() {
    openssl req -new -key "$1" -subj "/CN=$2" -out "$work/request"
}

early=20200101000000Z
late=21200101000000Z
authority="basicConstraints=critical,CA:TRUE\nsubjectKeyIdentifier=hash\n"
server="basicConstraints=CA:FALSE\n"
here="subjectAltName=DNS:localhost,IP:127.0.0.1\n"

key "$work/authority.key"
request "$work/authority.key" "Authority of the tests of robots"
sign authority "$early" "$late" "$authority" -selfsign -keyfile "$work/authority.key" -verbose
key server.key
request server.key localhost
sign server "$early" "$late" "$server$here" -cert authority.pem -keyfile "$work/authority.key"
sign expired "$early" 20200201000000Z "$server$here" -cert authority.pem -keyfile "$work/authority.key"
sign elsewhere "$early" "$late" "${server}subjectAltName=DNS:elsewhere.example\n" \
    -cert authority.pem -keyfile "$work/authority.key"
sign itself "$early" "$late" "$authority$here" -selfsign -keyfile server.key -verbose
rm -r "$work"
