/**
 * Defines the Bash functions at the start of every runbook, which the steps use. Requires Bash 3.2 (macOS) or later.
 * Works with oc and kubectl.
 */

/**
 * Condition that a step checks. `present`, `gone`: an object exists or doesn't exist; `is`: the query for one object or
 * a whole list returns the value; `each`: the query for every object of a list returns the value; `newer`: all objects
 * are newer than the objects of another kind.
 */
export type Mode = 'present' | 'gone' | 'is' | 'each' | 'equal' | 'newer';

const basics = String.raw`# --- Functions that the steps use ---

# Command to use: oc, or kubectl with the same kubeconfig.
OC=${'$'}{OC:-oc}
# Seconds between queries of the cluster.
POLL=${'$'}{POLL:-5}
# Seconds within which the cluster must start to process a change.
SETTLE=${'$'}{SETTLE:-120}

umask 077
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf '%s\n' "$*"; }

stop() {
  printf '%s\n' "$*" >&2
  printf '%s\n' 'Stopped. Completed steps are kept. To continue, run the script again.' >&2
  exit 1
}

# Removes control characters from cluster output, because a terminal might interpret them.
# Some terminals also interpret 2-byte control characters (U+0080 to U+009F).
plain() { LC_ALL=C tr -d '\000-\010\013-\037\177' | LC_ALL=C sed $'s/\302[\200-\237]//g'; }

# Prints why the last request failed.
reason() { plain <"$scratch/error"; }

# From here on, the script uses the current cluster and user, even if the context changes in another terminal. The script can run for hours.
# In a pod, there might be no kubeconfig, but the cluster can't change there.
pin() {
  if "$OC" config view --minify --flatten --raw >"$scratch/kubeconfig" 2>"$scratch/error" && [[ -s $scratch/kubeconfig ]]; then
    export KUBECONFIG=$scratch/kubeconfig
  elif [[ -z ${'$'}{KUBERNETES_SERVICE_HOST:-} ]]; then
    stop "No cluster found. Log in first. $(reason)"
  fi
}

server_now() {
  case ${'$'}{OC##*/} in
    oc | oc.exe) "$OC" whoami --show-server ;;
    *) "$OC" config view --minify --output='jsonpath={.clusters[0].cluster.server}' ;;
  esac
}`;

const queries = String.raw`# look TYPE NAME NAMESPACE PATH: sets "seen" to the value at PATH, or to an empty string if the object or its kind doesn't exist.
# Without NAME, reads a list. Also without NAMESPACE, reads all namespaces. Fails if the cluster can't be queried.
seen=''
look() {
  local what=$1 scope="--namespace=$3"
  if [[ -n $2 ]]; then what=$1/$2; elif [[ -z $3 ]]; then scope=--all-namespaces; fi
  if seen=$("$OC" get "$what" "$scope" --ignore-not-found "--output=jsonpath=$4" 2>"$scratch/error"); then return 0; fi
  seen=''
  grep -qE "doesn't have a resource type|could not find the requested resource|no matches for kind|array index out of bounds" "$scratch/error"
}

# begins PREFIX: succeeds if a line of "seen" starts with PREFIX.
begins() {
  local line
  while IFS= read -r line; do
    if [[ -n $line && $line == "$1"* ]]; then return 0; fi
  done <<<"$seen"
  return 1
}

# equal: succeeds if each line of "seen" has the form A/A. API servers omit counts that are 0.
equal() {
  local one other
  while IFS=/ read -r one other; do
    if [[ -z $one ]]; then one=0; fi
    if [[ -z $other ]]; then other=0; fi
    if [[ $one != "$other" ]]; then return 1; fi
  done <<<"$seen"
}

# newer TYPE NAMESPACE PREFIX: succeeds if no time in "seen" is earlier than the creation time of one of these objects. Returns 2 if the cluster can't be queried.
newer() {
  local times=$seen name at time others=0
  if [[ -z $times ]]; then return 1; fi
  look "$1" '' "$2" '{range .items[*]}{.metadata.name}{" "}{.metadata.creationTimestamp}{"\n"}{end}' || return 2
  while read -r name at; do
    if [[ -z $name || $name != "$3"* ]]; then continue; fi
    others=1
    while IFS= read -r time; do
      if [[ $time < $at ]]; then return 1; fi
    done <<<"$times"
  done <<<"$seen"
  ((others))
}

# so MODE TYPE NAME NAMESPACE PATH WANTED: returns 0 if the condition is met, 1 if it isn't, and 2 if the cluster can't be queried.
so() {
  look "$2" "$3" "$4" "$5" || return 2
  case $1 in
    present) begins "$6" ;;
    gone) ! begins "$6" ;;
    each) [[ -n $seen ]] && ! printf '%s\n' "$seen" | grep -qvxF -e "$6" ;;
    equal) equal ;;
    newer) newer "$7" "$8" "$6" ;;
    *) [[ $seen == "$6" ]] ;;
  esac
}

# The same as "so", but stops if the cluster can't be queried.
already() {
  local answer=0
  so "$@" || answer=$?
  if ((answer == 2)); then stop "Can't query the cluster: $(reason)"; fi
  return "$answer"
}`;

const waiting = String.raw`# late END WORDS: stops when SECONDS reaches END, otherwise waits POLL seconds.
late() {
  if ((SECONDS >= $1)); then stop "Timed out: $2"; fi
  sleep "$POLL"
}

# Set when a change was sent and the cluster might not have acted on it yet.
changed=''

# settle MODE TYPE NAME NAMESPACE PATH WANTED: waits after a change until the previous state is no longer reported, for at most SETTLE seconds.
settle() {
  local end=$((SECONDS + SETTLE))
  if [[ -z $changed ]]; then return 0; fi
  changed=''
  while so "$@" && ((SECONDS < end)); do sleep "$POLL"; done
}

# await MINUTES WORDS MODE TYPE NAME NAMESPACE PATH WANTED: waits until the condition is met.
await() {
  local minutes=$1 words=$2 end told=$SECONDS
  shift 2
  end=$((SECONDS + minutes * 60))
  until so "$@"; do
    if ((SECONDS >= end)); then
      conditions "$2" "$3" "$4" >&2
      stop "Timed out after $minutes min. Condition not met: $words"
    fi
    if ((SECONDS >= told + 60)); then
      told=$SECONDS
      say "  Waiting until $words"
      if [[ -n $seen ]]; then printf '%s\n' "$seen" | plain | sed 's/^/    now: /'; fi
    fi
    sleep "$POLL"
  done
  say "  Condition met: $words"
}

# Prints the status conditions of an object, or of each object in a list.
conditions() {
  local each='{range .status.conditions[*]}{"  "}{.type}={.status} {.reason}: {.message}{"\n"}{end}'
  if [[ -z $2 ]]; then each="{range .items[*]}{.metadata.name}{\"\\n\"}${'$'}{each}{end}"; fi
  if look "$1" "$2" "$3" "$each"; then printf '%s\n' "$seen" | plain; fi
}`;

const confirmations = String.raw`# agree QUESTION: stops unless the user answers yes.
agree() {
  local answer=''
  printf '%s [y/N] ' "$1"
  read -r answer || true
  case $answer in
    y | Y | yes | Yes) ;;
    *) stop 'Not confirmed.' ;;
  esac
}

# agree_typed QUESTION WORD: stops unless the user types WORD.
agree_typed() {
  local answer=''
  say "$1"
  printf '%s ' "Type $(printf '%s' "$2" | plain) to continue:"
  read -r answer || true
  if [[ $answer != "$2" ]]; then stop "The input isn't $2."; fi
}`;

/** Additional function of scripts that check for conflicting objects. */
export const conflictFunction = String.raw`# stop_on_conflict PROBLEM QUESTION TYPE NAMESPACE PATH PREFIX EXCEPT [ABSENT]: stops with PROBLEM if PATH prints a line that starts with PREFIX, other than EXCEPT. If the cluster can't be queried, asks QUESTION. With ABSENT, also stops if the cluster doesn't have the type.
stop_on_conflict() {
  local line found=''
  if ! look "$3" '' "$4" "$5"; then
    say "  $(reason)"
    agree "$2"
    return 0
  fi
  if (($# > 7)) && [[ -z $seen ]] && grep -qE "doesn't have a resource type|could not find the requested resource|no matches for kind" "$scratch/error"; then
    stop "$8"
  fi
  while IFS= read -r line; do
    if [[ -n $line && $line == "$6"* && $line != "$7" ]]; then found+="  $line"$'\n'; fi
  done <<<"$seen"
  if [[ -z $found ]]; then return 0; fi
  printf '%s' "$found" | plain >&2
  stop "$1"
}`;

const changes = String.raw`# Applies the manifest from standard input with server-side apply, without forcing conflicts. Retries if a webhook isn't ready or a kind doesn't exist yet.
apply() {
  local manifest end=$((SECONDS + 120))
  manifest=$(cat)
  until printf '%s\n' "$manifest" | "$OC" apply --server-side --field-manager=kata-vscode --filename=- 2>"$scratch/error"; do
    if ((SECONDS >= end)) || ! grep -qE 'failed calling webhook|no matches for kind|no endpoints available' "$scratch/error"; then
      stop "The cluster rejected the manifest: $(reason)"
    fi
    sleep "$POLL"
  done
  reason >&2
  changed=yes
}

# change TYPE NAME NAMESPACE PATCH [KIND]: applies a patch. KIND is merge (default), json, or strategic.
change() {
  "$OC" patch "$1/$2" "--namespace=$3" "--type=${'$'}{5:-merge}" "--patch=$4"
  changed=yes
}

# remove TYPE NAME NAMESPACE UID: deletes the object without waiting. With UID, deletes only that object and no other of the same name.
remove() {
  look "$1" "$2" "$3" '{.metadata.uid}' || stop "Can't query the cluster: $(reason)"
  if [[ -z $seen ]]; then return 0; fi
  if [[ -n $4 && $seen != "$4" ]]; then stop "$1/$2 was replaced after this script was generated. Check the object first."; fi
  "$OC" delete "$1/$2" "--namespace=$3" --ignore-not-found --wait=false
}

# names TYPE NAMESPACE PATH PREFIX: sets "seen" to the matching names, one per line, without those in "handled". Fails if the cluster can't be queried.
handled=''
names() {
  local name all=''
  look "$1" '' "$2" "$3" || return 1
  while IFS= read -r name; do
    if [[ -n $name && $name == "$4"* && $'\n'$handled != *$'\n'"$1/$name"$'\n'* ]]; then all+=$name$'\n'; fi
  done <<<"$seen"
  seen=$all
}

# show TYPE NAME NAMESPACE PATH: prints the value at PATH before the object is changed.
show() {
  look "$1" "$2" "$3" "$4" || stop "Can't query the cluster: $(reason)"
  say "  $(printf '%s: %s' "$1/$2" "$seen" | plain)"
}`;

const keeping = String.raw`# Directory of this script. Saved objects are written here.
here=$(cd "$(dirname "${'$'}{BASH_SOURCE[0]:-$0}")" && pwd)

# kept_file TYPE: sets "kept" to the file in which an object of this cluster is saved.
kept=''
kept_file() {
  local of=${'$'}{server#*://}
  kept=$here/kept-${'$'}{1%%.*}-${'$'}{of//[!A-Za-z0-9.-]/_}.yaml
}

# is_kept TYPE: succeeds if the file exists, and prints it.
is_kept() {
  kept_file "$1"
  if [[ ! -s $kept ]]; then return 1; fi
  say "  Saved object from $kept:"
  plain <"$kept" | sed 's/^/    /'
}

# keep TYPE: saves the only object of the type to a file, without the fields that the cluster set. An existing file isn't changed if no object exists or the object is being deleted.
keep() {
  local name spec
  kept_file "$1"
  look "$1" '' '' '{range .items[*]}{.metadata.name}{"\n"}{end}' || stop "Can't query the cluster: $(reason)"
  name=$seen
  if [[ -z $name ]]; then return 0; fi
  if [[ $name == *$'\n'* ]]; then stop "Several objects of type $1 exist, but only one can be saved."; fi
  look "$1" "$name" '' '{.metadata.deletionTimestamp}' || stop "Can't query the cluster: $(reason)"
  if [[ -n $seen && -s $kept ]]; then return 0; fi
  look "$1" "$name" '' '{.spec}' || stop "Can't query the cluster: $(reason)"
  spec=$seen
  if [[ -z $spec ]]; then spec='{}'; fi
  if ! "$OC" get "$1/$name" "--output=go-template=$kept_template" >"$kept.new" 2>"$scratch/error"; then stop "Can't save the object: $(reason)"; fi
  # JSON is also valid YAML.
  printf 'spec: %s\n' "$spec" >>"$kept.new"
  mv -f "$kept.new" "$kept"
  say "  Saved in $kept"
}
kept_template='apiVersion: {{.apiVersion}}
kind: {{.kind}}
metadata:
  name: {{.metadata.name}}
  labels: { {{- range $key, $value := .metadata.labels}}{{printf "%q: %q, " $key $value}}{{end -}} }
  annotations: { {{- range $key, $value := .metadata.annotations}}{{if ne $key "kubectl.kubernetes.io/last-applied-configuration"}}{{printf "%q: %q, " $key $value}}{{end}}{{end -}} }
'`;

const secretValues = String.raw`# given VARIABLE: succeeds if a secret value is set, in VARIABLE or as a file in VARIABLE_FILE.
given() {
  local file=$1_FILE
  [[ -n ${'$'}{!1:-} || -n ${'$'}{!file:-} ]]
}

# secret_value VARIABLE: prints the value in Base64, as Kubernetes stores it.
secret_value() {
  local file=$1_FILE
  if [[ -n ${'$'}{!file:-} ]]; then base64 <"${'$'}{!file}" | tr -d '\n'; else printf '%s' "${'$'}{!1}" | base64 | tr -d '\n'; fi
}`;

/** The functions that the steps of a runbook use. */
export const preamble = [basics, queries, waiting, confirmations, changes, keeping, secretValues].join('\n\n');
