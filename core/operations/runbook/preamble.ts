/**
 * What every runbook begins with: the functions that its steps are written in. Bash of 3.2 (macOS) and later; oc and
 * kubectl alike.
 */
import * as l10n from '@vscode/l10n';
import {
  sedText,
  renderShellComment,
  quoteShellSentence,
  createShellPlaceholder,
  quoteShellWord,
} from '#core/oc/shellText.ts';
import { sanitizeComment } from '#core/text/sanitize.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * How a step asks whether something is so; `is`: one object, or a whole list, prints that; `each`: every object of a
 * list does; `newer`: all are newer than others.
 */
export type Mode = 'present' | 'gone' | 'is' | 'each' | 'newer';

const notAsked = () => quoteShellSentence(l10n.t`Can't query the cluster: ${createShellPlaceholder(0)}`, '$(reason)');

/** A sentence under that of a step. */
function indented(text: string, ...expansions: readonly string[]): string {
  return `"  ${quoteShellSentence(text, ...expansions).slice(1)}`;
}

const defineBasics = () => String.raw`${renderShellComment(`--- ${l10n.t`Functions that the steps use`} ---`)}

${renderShellComment(l10n.t`The command: oc, or kubectl with the same kubeconfig.`)}
OC=${'$'}{OC:-oc}
${renderShellComment(l10n.t`Seconds between queries of the cluster.`)}
POLL=${'$'}{POLL:-5}
${renderShellComment(l10n.t`Seconds within which the cluster must start to process a change.`)}
SETTLE=${'$'}{SETTLE:-120}

umask 077
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf '%s\n' "$*"; }

stop() {
  printf '%s\n' "$*" >&2
  printf '%s\n' ${quoteShellWord(sanitizeComment(l10n.t`Stopped. Completed steps are kept. To continue, run the script again.`))} >&2
  exit 1
}

${renderShellComment(l10n.t`Removes control characters from cluster output, because a terminal might interpret them.`)}
${renderShellComment(l10n.t`Some terminals also interpret 2-byte control characters (U+0080 to U+009F).`)}
plain() { LC_ALL=C tr -d '\000-\010\013-\037\177' | LC_ALL=C sed $'s/\302[\200-\237]//g'; }

${renderShellComment(l10n.t`Prints why the last request failed.`)}
reason() { plain <"$scratch/error"; }

${renderShellComment(l10n.t`The script uses the current cluster and user of the kubeconfig from here on, even if the context changes in another terminal, because it can run for hours.`)}
${renderShellComment(l10n.t`A pod might have no kubeconfig, but it can't switch to another cluster either.`)}
pin() {
  if "$OC" config view --minify --flatten --raw >"$scratch/kubeconfig" 2>"$scratch/error" && [[ -s $scratch/kubeconfig ]]; then
    export KUBECONFIG=$scratch/kubeconfig
  elif [[ -z ${'$'}{KUBERNETES_SERVICE_HOST:-} ]]; then
    stop ${quoteShellSentence(`${l10n.t`No cluster found. Log in first.`}${getSentenceSeparator()}${createShellPlaceholder(0)}`, '$(reason)')}
  fi
}

server_now() {
  case ${'$'}{OC##*/} in
    oc | oc.exe) "$OC" whoami --show-server ;;
    *) "$OC" config view --minify --output='jsonpath={.clusters[0].cluster.server}' ;;
  esac
}`;

const defineQueries =
  () => String.raw`${renderShellComment(`look TYPE NAME NAMESPACE PATH: ${l10n.t`sets "seen" to the value at PATH, or to an empty string if the object or its kind doesn't exist.`}`)}
${renderShellComment(l10n.t`Without NAME, reads a list. Also without NAMESPACE, reads all namespaces. Fails if the cluster can't be queried.`)}
seen=''
look() {
  local what=$1 scope="--namespace=$3"
  if [[ -n $2 ]]; then what=$1/$2; elif [[ -z $3 ]]; then scope=--all-namespaces; fi
  if seen=$("$OC" get "$what" "$scope" --ignore-not-found "--output=jsonpath=$4" 2>"$scratch/error"); then return 0; fi
  seen=''
  grep -qE "doesn't have a resource type|could not find the requested resource|no matches for kind|array index out of bounds" "$scratch/error"
}

${renderShellComment(`begins PREFIX: ${l10n.t`succeeds if a line of "seen" starts with PREFIX.`}`)}
begins() {
  local line
  while IFS= read -r line; do
    if [[ -n $line && $line == "$1"* ]]; then return 0; fi
  done <<<"$seen"
  return 1
}

${renderShellComment(`newer TYPE NAMESPACE PREFIX: ${l10n.t`succeeds if no time in "seen" is earlier than the creation time of one of these objects. Returns 2 if the cluster can't be queried.`}`)}
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

${renderShellComment(`so MODE TYPE NAME NAMESPACE PATH WANTED: ${l10n.t`returns 0 if the condition is met, 1 if it isn't, and 2 if the cluster can't be queried.`}`)}
so() {
  look "$2" "$3" "$4" "$5" || return 2
  case $1 in
    present) begins "$6" ;;
    gone) ! begins "$6" ;;
    each) [[ -n $seen ]] && ! printf '%s\n' "$seen" | grep -qvxF -e "$6" ;;
    newer) newer "$7" "$8" "$6" ;;
    *) [[ $seen == "$6" ]] ;;
  esac
}

${renderShellComment(l10n.t`The same as "so", but stops if the cluster can't be queried.`)}
already() {
  local answer=0
  so "$@" || answer=$?
  if ((answer == 2)); then stop ${notAsked()}; fi
  return "$answer"
}`;

const defineWaiting =
  () => String.raw`${renderShellComment(`late END WORDS: ${l10n.t`stops when SECONDS reaches END, otherwise waits POLL seconds.`}`)}
late() {
  if ((SECONDS >= $1)); then stop ${quoteShellSentence(l10n.t`Timed out: ${createShellPlaceholder(0)}`, '$2')}; fi
  sleep "$POLL"
}

${renderShellComment(l10n.t`Set when a change was sent and the cluster might not have acted on it yet.`)}
changed=''

${renderShellComment(`settle MODE TYPE NAME NAMESPACE PATH WANTED: ${l10n.t`waits after a change until the previous state is no longer reported, for at most SETTLE seconds.`}`)}
settle() {
  local end=$((SECONDS + SETTLE))
  if [[ -z $changed ]]; then return 0; fi
  changed=''
  while so "$@" && ((SECONDS < end)); do sleep "$POLL"; done
}

${renderShellComment(`await MINUTES WORDS MODE TYPE NAME NAMESPACE PATH WANTED: ${l10n.t`waits until the condition is met.`}`)}
await() {
  local minutes=$1 words=$2 end told=$SECONDS
  shift 2
  end=$((SECONDS + minutes * 60))
  until so "$@"; do
    if ((SECONDS >= end)); then
      conditions "$2" "$3" "$4" >&2
      stop ${quoteShellSentence(l10n.t`Timed out after ${createShellPlaceholder(0)} min: ${createShellPlaceholder(1)}`, '$minutes', '$words')}
    fi
    if ((SECONDS >= told + 60)); then
      told=$SECONDS
      say ${indented(l10n.t`Waiting until ${createShellPlaceholder(0)}`, '$words')}
      if [[ -n $seen ]]; then printf '%s\n' "$seen" | plain | sed ${quoteShellWord(`s/^/    ${sedText(l10n.t({ message: 'now:', args: [], comment: ['What the cluster says at the moment comes after it.'] }))} /`)}; fi
    fi
    sleep "$POLL"
  done
  say ${indented(l10n.t`Condition met: ${createShellPlaceholder(0)}`, '$words')}
}

${renderShellComment(l10n.t`Prints the status conditions of an object, or of each object in a list.`)}
conditions() {
  local each='{range .status.conditions[*]}{"  "}{.type}={.status} {.reason}: {.message}{"\n"}{end}'
  if [[ -z $2 ]]; then each="{range .items[*]}{.metadata.name}{\"\\n\"}${'$'}{each}{end}"; fi
  if look "$1" "$2" "$3" "$each"; then printf '%s\n' "$seen" | plain; fi
}`;

const defineConfirmations =
  () => String.raw`${renderShellComment(`agree QUESTION: ${l10n.t`stops unless the user answers yes.`}`)}
agree() {
  local answer=''
  printf '%s [y/N] ' "$1"
  read -r answer || true
  case $answer in
    y | Y | yes | Yes${ownYes()}) ;;
    *) stop ${quoteShellWord(sanitizeComment(l10n.t`Not confirmed.`))} ;;
  esac
}

${renderShellComment(`agree_typed QUESTION WORD: ${l10n.t`stops unless the user types WORD.`}`)}
agree_typed() {
  local answer=''
  say "$1"
  printf '%s ' ${quoteShellSentence(l10n.t`Type ${createShellPlaceholder(0)} to continue:`, `$(printf '%s' "$2" | plain)`)}
  read -r answer || true
  if [[ $answer != "$2" ]]; then stop ${quoteShellSentence(l10n.t`The input isn't ${createShellPlaceholder(0)}.`, '$2')}; fi
}`;

const defineChanges =
  () => String.raw`${renderShellComment(l10n.t`Applies the manifest from standard input with server-side apply, without forcing conflicts. Retries if a webhook isn't ready or a kind doesn't exist yet.`)}
apply() {
  local manifest end=$((SECONDS + 120))
  manifest=$(cat)
  until printf '%s\n' "$manifest" | "$OC" apply --server-side --field-manager=kata-vscode --filename=- 2>"$scratch/error"; do
    if ((SECONDS >= end)) || ! grep -qE 'failed calling webhook|no matches for kind|no endpoints available' "$scratch/error"; then
      stop ${quoteShellSentence(l10n.t`The cluster rejected the manifest: ${createShellPlaceholder(0)}`, '$(reason)')}
    fi
    sleep "$POLL"
  done
  reason >&2
  changed=yes
}

${renderShellComment(`change TYPE NAME NAMESPACE PATCH: ${l10n.t`applies a merge patch.`}`)}
change() {
  "$OC" patch "$1/$2" "--namespace=$3" --type=merge "--patch=$4"
  changed=yes
}

${renderShellComment(`remove TYPE NAME NAMESPACE UID: ${l10n.t`deletes the object without waiting. With UID, deletes only that object and no other of the same name.`}`)}
remove() {
  look "$1" "$2" "$3" '{.metadata.uid}' || stop ${notAsked()}
  if [[ -z $seen ]]; then return 0; fi
  if [[ -n $4 && $seen != "$4" ]]; then stop ${quoteShellSentence(l10n.t`${createShellPlaceholder(0)} was replaced after this script was generated. Check the object first.`, '$1/$2')}; fi
  "$OC" delete "$1/$2" "--namespace=$3" --ignore-not-found --wait=false
}

${renderShellComment(`names TYPE NAMESPACE PATH PREFIX: ${l10n.t`sets "seen" to the matching names, one per line, without those in "handled". Fails if the cluster can't be queried.`}`)}
handled=''
names() {
  local name all=''
  look "$1" '' "$2" "$3" || return 1
  while IFS= read -r name; do
    if [[ -n $name && $name == "$4"* && $'\n'$handled != *$'\n'"$1/$name"$'\n'* ]]; then all+=$name$'\n'; fi
  done <<<"$seen"
  seen=$all
}

${renderShellComment(`show TYPE NAME NAMESPACE PATH: ${l10n.t`prints the value at PATH before the object is changed.`}`)}
show() {
  look "$1" "$2" "$3" "$4" || stop ${notAsked()}
  say "  $(printf '%s: %s' "$1/$2" "$seen" | plain)"
}`;

const defineKeeping =
  () => String.raw`${renderShellComment(l10n.t`Directory of this script. Saved objects are written here.`)}
here=$(cd "$(dirname "${'$'}{BASH_SOURCE[0]:-$0}")" && pwd)

${renderShellComment(`kept_file TYPE: ${l10n.t`sets "kept" to the file in which an object of this cluster is saved.`}`)}
kept=''
kept_file() {
  local of=${'$'}{server#*://}
  kept=$here/kept-${'$'}{1%%.*}-${'$'}{of//[!A-Za-z0-9.-]/_}.yaml
}

${renderShellComment(`is_kept TYPE: ${l10n.t`succeeds if the file exists, and prints it.`}`)}
is_kept() {
  kept_file "$1"
  if [[ ! -s $kept ]]; then return 1; fi
  say ${indented(l10n.t`Saved object from ${createShellPlaceholder(0)}:`, '$kept')}
  plain <"$kept" | sed 's/^/    /'
}

${renderShellComment(`keep TYPE: ${l10n.t`saves the only object of the type to a file, without the fields that the cluster set. If no object exists, an existing file isn't changed. The same applies if the object is being deleted.`}`)}
keep() {
  local name spec
  kept_file "$1"
  look "$1" '' '' '{range .items[*]}{.metadata.name}{"\n"}{end}' || stop ${notAsked()}
  name=$seen
  if [[ -z $name ]]; then return 0; fi
  if [[ $name == *$'\n'* ]]; then stop ${quoteShellSentence(l10n.t`Several objects of type ${createShellPlaceholder(0)} exist, but only one can be saved.`, '$1')}; fi
  look "$1" "$name" '' '{.metadata.deletionTimestamp}' || stop ${notAsked()}
  if [[ -n $seen && -s $kept ]]; then return 0; fi
  look "$1" "$name" '' '{.spec}' || stop ${notAsked()}
  spec=$seen
  if [[ -z $spec ]]; then spec='{}'; fi
  if ! "$OC" get "$1/$name" "--output=go-template=$kept_template" >"$kept.new" 2>"$scratch/error"; then stop ${quoteShellSentence(l10n.t`Can't save the object: ${createShellPlaceholder(0)}`, '$(reason)')}; fi
  ${renderShellComment(l10n.t`JSON is also valid YAML.`)}
  printf 'spec: %s\n' "$spec" >>"$kept.new"
  mv -f "$kept.new" "$kept"
  say ${indented(l10n.t`Saved in ${createShellPlaceholder(0)}`, '$kept')}
}
kept_template='apiVersion: {{.apiVersion}}
kind: {{.kind}}
metadata:
  name: {{.metadata.name}}
  labels: { {{- range $key, $value := .metadata.labels}}{{printf "%q: %q, " $key $value}}{{end -}} }
  annotations: { {{- range $key, $value := .metadata.annotations}}{{if ne $key "kubectl.kubernetes.io/last-applied-configuration"}}{{printf "%q: %q, " $key $value}}{{end}}{{end -}} }
'`;

const defineSecretValues =
  () => String.raw`${renderShellComment(`given VARIABLE: ${l10n.t`succeeds if a secret value is set, in VARIABLE or as a file in VARIABLE_FILE.`}`)}
given() {
  local file=$1_FILE
  [[ -n ${'$'}{!1:-} || -n ${'$'}{!file:-} ]]
}

${renderShellComment(`secret_value VARIABLE: ${l10n.t`prints the value in Base64, as Kubernetes stores it.`}`)}
secret_value() {
  local file=$1_FILE
  if [[ -n ${'$'}{!file:-} ]]; then base64 <"${'$'}{!file}" | tr -d '\n'; else printf '%s' "${'$'}{!1}" | base64 | tr -d '\n'; fi
}`;

/** Returns the functions that the steps of a runbook are written in. */
export function preamble(): string {
  const parts = [
    defineBasics(),
    defineQueries(),
    defineWaiting(),
    defineConfirmations(),
    defineChanges(),
    defineKeeping(),
    defineSecretValues(),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The word of the language of the script, besides those of English. */
function ownYes(): string {
  const yes = l10n.t({
    message: 'yes',
    args: [],
    comment: ['Typed by somebody who is asked for a yes by a script: one word, small letters.'],
  });
  return yes === 'yes' ? '' : ` | ${quoteShellWord(yes)}`;
}
