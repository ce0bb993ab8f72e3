#!/bin/sh
# Certificates by which the nodes of a shop know each other (docs/operate/cluster-setup.md): an authority of their own
# in DIRECTORY/ca, and for each NAME=HOST a directory DIRECTORY/NAME with ca.pem, cert.pem and key.pem, which `innerTls`
# names. HOST is what stands before the colon of the node's `inner`: a name, or an IP address.
#
#   sh deploy/certificates.sh DIRECTORY NAME=HOST...      sh deploy/certificates.sh tls a=10.0.0.1 b=10.0.0.2 c=10.0.0.3
#
# The certificates have no common name: etcd, with users, takes none from clients that have one. So the same script
# makes those of etcd, of its members and of its clients.
# A second run with the same directory uses the authority that is there, and makes new certificates.
# DIRECTORY/ca/key.pem makes anybody a node: keep it where no node runs.
set -eu
umask 077
[ $# -ge 2 ] || { echo 'usage: sh deploy/certificates.sh DIRECTORY NAME=HOST...' >&2; exit 1; }
directory=$1
shift
new_key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'

mkdir -p "$directory/ca"
if [ ! -e "$directory/ca/key.pem" ]; then
  # shellcheck disable=SC2086
  openssl req -x509 $new_key -days 3650 -subj '/O=Kontor/OU=authority' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout "$directory/ca/key.pem" -out "$directory/ca/cert.pem"
fi

for node in "$@"; do
  name=${node%%=*}
  host=${node#*=}
  case $host in
    *[!0-9.]*:*) alternative="IP:$host" ;;
    *[!0-9.]*) alternative="DNS:$host" ;;
    *) alternative="IP:$host" ;;
  esac
  mkdir -p "$directory/$name"
  # shellcheck disable=SC2086
  openssl req $new_key -subj "/O=Kontor/OU=$name" -keyout "$directory/$name/key.pem" -out "$directory/$name/request.pem"
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:FALSE\n' "$alternative" \
    > "$directory/$name/extensions"
  openssl x509 -req -in "$directory/$name/request.pem" -days 825 -extfile "$directory/$name/extensions" \
    -CA "$directory/ca/cert.pem" -CAkey "$directory/ca/key.pem" -CAcreateserial -out "$directory/$name/cert.pem"
  cp "$directory/ca/cert.pem" "$directory/$name/ca.pem"
  rm "$directory/$name/request.pem" "$directory/$name/extensions"
done
