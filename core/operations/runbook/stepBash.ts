/** Renders one step of a runbook as a bash function. */
import { getMap } from '#core/common/json.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { describeChange, patchOf, type ClusterChange } from '../changes/clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { gateSentences, type ConfirmationGate } from '../procedure.ts';
import {
  foundPath,
  typeWord,
  untilCommand,
  untilSentence,
  conditionArguments,
  newerArguments,
  formatObjectReference,
} from './ocConditions.ts';
import type { SelectedChange, NewerThan, RunbookStep, RunbookUntil, WriteYaml } from './runbook.ts';
import { addsLogins, listLoginValues, renderLogins } from './registryLogins.ts';
import { isSecret, listSecretValues, withoutValues, type SecretValue } from './secretValues.ts';
import { sanitizeLabel, sanitizeComment } from '#core/text/sanitize.ts';
import { hereDocument, renderShellComment, quoteShellWord } from '#core/oc/shellText.ts';

export interface StepBash {
  readonly functionName: string;
  readonly text: string;
  /**
   * The secret values that the step requires. `doneName` is the name of the Bash function that returns whether the step
   * is already complete, so that the values are no longer required.
   */
  readonly secrets: readonly SecretValue[];
  readonly doneName?: string;
}

/**
 * Renders a step.
 * @param number number of the step, starting at 1
 * @param forAny true if the runbook isn't for a specific cluster; the user then types the address of the cluster to
 * confirm
 */
export function stepBash(planned: RunbookStep, number: number, yaml: WriteYaml, forAny: boolean): StepBash {
  const logins = planned.changes.find(addsLogins);
  // An existing Secret doesn't contain the logins yet.
  const step = logins === undefined ? planned : { ...planned, until: [] };
  const functionName = `step_${number}_${step.id.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
  const doneName = step.until.length === 0 ? undefined : `${functionName}_is_done`;
  const secrets =
    logins !== undefined ? listLoginValues(logins) : step.found === undefined ? step.changes.flatMap(valuesOf) : [];
  const actions =
    logins !== undefined
      ? renderLogins(logins, yaml, step.gate === undefined ? [] : gateLines(step.gate, forAny))
      : step.found === undefined
        ? step.changes.flatMap((change) => changeLines(change, yaml))
        : foundLines(step, step.found, functionName, forAny);
  const body = [
    `say ${quoteShellWord(`${number}. ${sanitizeComment(step.title)}`)}`,
    ...(step.unless === undefined ? [] : unlessLines(step.unless)),
    ...settleLines(step, actions.length > 0),
    ...(doneName === undefined
      ? []
      : [`if ${doneName}; then`, `  say ${quoteShellWord('  Already completed.')}`, '  return 0', 'fi']),
    ...(actions.length === 0 && step.until.length === 0 ? handLines(step) : []),
    ...lookLines(step),
    ...(step.gate === undefined || actions.length === 0 || step.found !== undefined || logins !== undefined
      ? []
      : gateLines(step.gate, forAny)),
    ...keepLines(step),
    ...(step.kept === undefined ? actions : keptLines(actions)),
    ...step.until.map(
      (until) =>
        `await ${minutesOf(until.minutes)} ${quoteShellWord(sanitizeComment(untilSentence(until)))} ${soWords(until)}`,
    ),
  ];
  const parts = [
    comments(step, number),
    ...(doneName === undefined ? [] : [`${doneName}() {`, ...indented(doneLines(step)), '}', '']),
    `${functionName}() {`,
    ...indented(body),
    '}',
  ];
  return { functionName, text: parts.join('\n'), secrets, ...(doneName === undefined ? {} : { doneName }) };
}

function keepLines({ keeps }: RunbookStep): readonly string[] {
  return keeps === undefined ? [] : [`keep ${quoteShellWord(typeWord(keeps))}`];
}

/**
 * Returns the lines that show the saved object before the user confirms and set `from` to its file, if the file exists.
 */
function lookLines({ kept }: RunbookStep): readonly string[] {
  return kept === undefined
    ? []
    : ["local from=''", `if is_kept ${quoteShellWord(typeWord(kept))}; then from=$kept; fi`];
}

/**
 * Returns the lines that apply the saved file, if it exists.
 * @param actions lines to run if there is no file
 */
function keptLines(actions: readonly string[]): readonly string[] {
  return ['if [[ -n $from ]]; then', '  apply <"$from"', 'else', ...actions, 'fi'];
}

function comments(
  { title, state, gate, meaning, todo, docs, until, found, changes, keeps, kept }: RunbookStep,
  number: number,
): string {
  const lines = [
    `--- ${number}. ${title}`,
    ...(docs === undefined ? [] : [`${docs.title}: ${docs.url}`]),
    // The text about other states applies only to the time when the script was generated.
    ...(state === 'blocked'
      ? ['When this script was generated:', ...[meaning, todo].flatMap((text) => text ?? [])]
      : []),
    ...(keeps === undefined ? [] : [`Save the ${keeps.kind} that exists at run time to a file next to this script`]),
    ...(kept === undefined
      ? []
      : [`Apply the ${kept.kind} from the file next to this script. If the file doesn't exist:`]),
    ...(found?.map(foundWords) ?? changes.map(describeChange)),
    ...(gate === undefined
      ? []
      : [`Confirmation: ${gate.question}`, ...gateSentences(gate).map((consequence) => `- ${consequence}`)]),
    ...until.map(
      (each) =>
        `Verify within ${formatCount(minutesOf(each.minutes), 'minute')} that ${untilSentence(each)}: ${untilCommand(each).map(quoteShellWord).join(' ')}`,
    ),
  ];
  return lines.map((line) => renderShellComment(sanitizeComment(line))).join('\n');
}

/**
 * Returns the line that waits before the first check of objects that report their state late. Until their operators
 * detect the change, machine config pools and the KataConfig still report the earlier state as complete. The script
 * must not treat that state as the end of the step.
 */
function settleLines({ until }: RunbookStep, acts: boolean): readonly string[] {
  const slow = acts
    ? undefined
    : until.find(({ object: { plural } }) => plural === 'machineconfigpools' || plural === 'kataconfigs');
  return slow === undefined ? [] : [`settle ${soWords(slow)}`];
}

/** Returns the lines that skip a step if an earlier run completed it. */
function unlessLines(unless: NewerThan): readonly string[] {
  return [
    `if already ${newerArguments(unless).map(quoteShellWord).join(' ')}; then`,
    `  say ${quoteShellWord(`  ${sanitizeComment(unless.words)}`)}`,
    '  return 0',
    'fi',
  ];
}

function doneLines({ until }: RunbookStep): readonly string[] {
  return until.map((each) => `already ${soWords(each)} || return 1`);
}

/** Rounds up to whole minutes, at least 1, because bash has no fractions. */
function minutesOf(minutes: number): number {
  return Math.max(1, Math.ceil(Number.isFinite(minutes) ? minutes : 1));
}

function gateLines({ question, typed, ...gate }: ConfirmationGate, forAny: boolean): readonly string[] {
  const asked = quoteShellWord(sanitizeComment(question));
  const word = typed === undefined ? undefined : forAny ? '"$server"' : quoteShellWord(sanitizeLabel(typed));
  return [
    ...gateSentences(gate).map((consequence) => `say ${quoteShellWord(`  - ${sanitizeComment(consequence)}`)}`),
    word === undefined ? `agree ${asked}` : `agree_typed ${asked} ${word}`,
  ];
}

function foundWords({ object, where, prefix, change }: SelectedChange): string {
  const what = formatObjectReference(object);
  return [
    `${change.how === 'delete' ? 'Delete' : 'Change'} each ${what} that exists at run time`,
    ...(where === undefined ? [] : [`where ${where}`]),
    ...(prefix === undefined ? [] : [`with a name that starts with ${prefix}`]),
  ].join(', ');
}

/**
 * Returns the lines that change each found object once. The lines repeat the search until the step is done. If the step
 * has no completion condition, they search once.
 */
function foundLines(
  { title, gate, until }: RunbookStep,
  found: readonly SelectedChange[],
  functionName: string,
  forAny: boolean,
): readonly string[] {
  const looks = found.flatMap((one) => eachFound(one, gate === undefined ? undefined : functionName));
  const ask =
    gate === undefined ? [] : ["local asked=''", `${functionName}_ask() {`, ...indented(gateLines(gate, forAny)), '}'];
  const handled = quoteHandled(found);
  if (until.length === 0) return [`local name; handled=${handled}`, ...ask, ...looks];
  const minutes = Math.max(...until.map((one) => minutesOf(one.minutes)));
  return [
    `local name end=$((SECONDS + ${minutes} * 60)); handled=${handled}`,
    ...ask,
    `until ${until.map((one) => `so ${soWords(one)}`).join(' && ')}; do`,
    ...indented([...looks, `late "$end" ${quoteShellWord(sanitizeComment(title))}`]),
    'done',
  ];
}

/** Returns the objects that the step doesn't change, one per line, in the form in which the script records them. */
function quoteHandled(found: readonly SelectedChange[]): string {
  const lines = found.flatMap(({ object, except = [] }) => except.map((name) => `${typeWord(object)}/${name}\n`));
  return quoteShellWord(lines.join(''));
}

/**
 * Returns the lines that change the objects that match one selection.
 * @param functionName name of the step function. Its `_ask` function requests confirmation once, before the first
 * change. Undefined if no confirmation is required
 */
function eachFound(found: SelectedChange, functionName: string | undefined): readonly string[] {
  const { object, prefix = '', change, show, question } = found;
  const [type, namespace] = [quoteShellWord(typeWord(object)), quoteShellWord(object.namespace ?? '')];
  return [
    `if names ${type} ${namespace} ${quoteShellWord(foundPath(found))} ${quoteShellWord(prefix)}; then`,
    `  while IFS= read -r name <&3; do`,
    `    if [[ -z $name ]]; then continue; fi`,
    ...(functionName === undefined
      ? []
      : ['    if [[ -z $asked ]]; then', `      ${functionName}_ask`, '      asked=yes', '    fi']),
    ...(show === undefined ? [] : [`    show ${type} "$name" ${namespace} ${quoteShellWord(show)}`]),
    ...(question === undefined
      ? []
      : [`    agree "$(printf '%s: %s' "$name" ${quoteShellWord(sanitizeComment(question))} | plain)"`]),
    change.how === 'delete'
      ? `    remove ${type} "$name" ${namespace} ''`
      : `    change ${type} "$name" ${namespace} ${quoteShellWord(JSON.stringify(change.patch))}${change.how === 'merge' ? '' : ` ${change.how}`}`,
    `    handled+=${type}/$name$'\\n'`,
    '  done 3<<<"$seen"',
    'fi',
  ];
}

function soWords(until: RunbookUntil): string {
  return conditionArguments(until).map(quoteShellWord).join(' ');
}

/**
 * Returns the line that prints the instructions of a step without changes. Omits `meaning`, which describes only the
 * state at the time of generation.
 */
function handLines({ todo }: RunbookStep): readonly string[] {
  return todo === undefined ? [] : [`say ${quoteShellWord(`  ${sanitizeComment(todo)}`)}`];
}

function changeLines(change: ClusterChange, yaml: WriteYaml): readonly string[] {
  const { target } = change;
  const words = [typeWord(target), target.name, target.namespace ?? ''].map(quoteShellWord).join(' ');
  if (change.how === 'delete') return [`remove ${words} ${quoteShellWord(change.uid ?? '')}`];
  const object = change.how === 'apply' ? change.object : partOf(change);
  if (isSecret(target)) return secretLines(target.name, object, yaml);
  return [
    change.how === 'apply'
      ? `apply ${hereDocument(yaml(object))}`
      : change.strategic === undefined
        ? `change ${words} ${quoteShellWord(JSON.stringify(patchOf(change)))}`
        : `change ${words} ${quoteShellWord(JSON.stringify(change.strategic))} strategic`,
  ];
}

/** Returns the object fields that a patch sets. */
function partOf({
  target: { group, version, kind, name, namespace },
  patch,
}: ClusterChange & { readonly how: 'merge' }): KubernetesManifest {
  const metadata = { ...getMap(patch, 'metadata'), name, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind, ...patch, metadata };
}

function valuesOf(change: ClusterChange): readonly SecretValue[] {
  if (change.how === 'delete' || !isSecret(change.target)) return [];
  return listSecretValues(change.target.name, change.how === 'apply' ? change.object : change.patch);
}

function secretLines(name: string, object: KubernetesManifest, yaml: WriteYaml): readonly string[] {
  const values = listSecretValues(name, object);
  return [
    '{',
    `  cat ${hereDocument(yaml(withoutValues(object)))}`,
    ...(values.length === 0 ? [] : ["  echo 'data:'"]),
    ...values.map(
      ({ key, variable }) =>
        `  printf '  %s: %s\\n' ${quoteShellWord(JSON.stringify(key))} "$(secret_value ${variable})"`,
    ),
    '} | apply',
  ];
}

/** Indents lines except for the contents of here-documents, which must not change. */
function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
