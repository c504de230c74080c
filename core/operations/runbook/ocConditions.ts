/** Builds arguments of oc and kubectl that identify objects and conditions. */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { EqualValues } from '#core/operations/procedure.ts';
import type { Mode } from './preamble.ts';
import type { SelectedChange, NewerThan, RunbookConflict, RunbookUntil } from './runbook.ts';

/** Returns the full resource type, such as `kataconfigs.v1.kataconfiguration.openshift.io`, which is unambiguous. */
export function typeWord({ group, version, plural }: Pick<ObjectReference, 'group' | 'version' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${version}.${group}`;
}

/**
 * Returns the arguments for `so` in the preamble: mode, type, name, namespace, path, and the expected value or name
 * prefix.
 */
export function conditionArguments({ object, jsonpath, is, prefix = '' }: RunbookUntil): readonly string[] {
  const { name = '', namespace = '' } = object;
  if (typeof is !== 'string') return ['equal', typeWord(object), name, namespace, equalPath(is), ''];
  const [mode, path] = modeAndPath(name, jsonpath, is);
  return [mode, typeWord(object), name, namespace, path, mode === 'present' || mode === 'gone' ? prefix : is];
}

/** Returns the path that prints each pair of values on a line, such as `3/3`. */
function equalPath({ equal }: EqualValues): string {
  return equal.map(([one, other]) => `${one}{"/"}${other}{"\\n"}`).join('');
}

function modeAndPath(name: string, jsonpath: string | undefined, is: string): readonly [Mode, string] {
  if (jsonpath === undefined)
    return [is === 'gone' ? 'gone' : 'present', name === '' ? eachPrints('{.metadata.name}') : '{.metadata.name}'];
  if (name !== '' || /^\{(\.items|range\b)/.test(jsonpath)) return ['is', jsonpath];
  return ['each', eachPrints(jsonpath)];
}

/** Returns the arguments for a comparison of object ages. */
export function newerArguments({ object, than, prefix }: NewerThan): readonly string[] {
  const made = eachPrints('{.metadata.creationTimestamp}');
  return ['newer', typeWord(object), '', object.namespace ?? '', made, prefix, typeWord(than), than.namespace ?? ''];
}

/** Returns the path with which `names` in the preamble finds the selected objects. */
export function foundPath({ where }: Pick<SelectedChange, 'where'>): string {
  return where === undefined
    ? eachPrints('{.metadata.name}')
    : `{range .items[?(${where})]}{.metadata.name}{"\\n"}{end}`;
}

/** Returns the arguments of `stop_on_conflict` after the messages: type, namespace, path, prefix, and exception. */
export function conflictArguments({
  object,
  inAllNamespaces,
  where,
  prefix = '',
  except = '',
}: RunbookConflict): readonly string[] {
  const items = where === undefined ? '.items[*]' : `.items[?(${where})]`;
  const name = inAllNamespaces === true ? '{.metadata.namespace}/{.metadata.name}' : '{.metadata.name}';
  return [typeWord(object), object.namespace ?? '', `{range ${items}}${name}{"\\n"}{end}`, prefix, except];
}

/** Returns the command with which a user can look for conflicting objects without the script. */
export function conflictCommand(conflict: RunbookConflict): readonly string[] {
  const [type = '', namespace = '', path = ''] = conflictArguments(conflict);
  const scope = namespace === '' ? '--all-namespaces' : `--namespace=${namespace}`;
  return ['oc', 'get', type, scope, `--output=jsonpath=${path}`];
}

function eachPrints(path: string): string {
  return `{range .items[*]}${path}{"\\n"}{end}`;
}

/** Formats an object for display, such as `InstallPlan` or `KataConfig example`, with its namespace if it has one. */
export function formatObjectReference({
  kind,
  name,
  namespace,
}: Pick<ObjectReference, 'kind'> & { readonly name?: string; readonly namespace?: string }): string {
  const what = name === undefined ? kind : `${kind} ${name}`;
  return namespace === undefined ? what : `${what} in ${namespace}`;
}

/** Describes a condition, such as `{.status.phase} of KataConfig example is Done`. */
export function untilSentence({ object, jsonpath, is, prefix, words: said }: RunbookUntil): string {
  if (said !== undefined) return said;
  if (typeof is !== 'string')
    return `${formatObjectReference(object)} has equal values of ${is.equal.map((pair) => pair.join(' and ')).join(', ')}`;
  const words = `${formatObjectReference(object)}${prefix === undefined ? '' : `, ${prefix}...,`}`;
  if (jsonpath === undefined) return `${words} ${is === 'gone' ? 'is deleted' : 'exists'}`;
  return `${jsonpath} of ${words} is ${is === '' ? 'empty' : is}`;
}

/** Returns the command with which a user can check a condition without the script. */
export function untilCommand({ object, jsonpath, is }: RunbookUntil): readonly string[] {
  const { name, namespace } = object;
  const path = typeof is === 'string' ? jsonpath : equalPath(is);
  return [
    'oc',
    'get',
    name === undefined ? typeWord(object) : `${typeWord(object)}/${name}`,
    ...(namespace === undefined ? (name === undefined ? ['--all-namespaces'] : []) : [`--namespace=${namespace}`]),
    ...(path === undefined ? [] : [`--output=jsonpath=${path}`]),
  ];
}
