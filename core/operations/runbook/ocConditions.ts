/** How oc and kubectl are told of objects. */
import * as l10n from '@vscode/l10n';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Mode } from './preamble.ts';
import type { SelectedChange, NewerThan, RunbookUntil } from './runbook.ts';

/** `kataconfigs.v1.kataconfiguration.openshift.io`: no other kind can be meant. */
export function typeWord({ group, version, plural }: Pick<ObjectReference, 'group' | 'version' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${version}.${group}`;
}

/** What `so` of the preamble is asked: mode, type, name, namespace, path, what is wanted or how names begin. */
export function untilWords({ object, jsonpath, is, prefix = '' }: RunbookUntil): readonly string[] {
  const { name = '', namespace = '' } = object;
  const [mode, path] = modeAndPath(name, jsonpath, is);
  return [mode, typeWord(object), name, namespace, path, mode === 'present' || mode === 'gone' ? prefix : is];
}

function modeAndPath(name: string, jsonpath: string | undefined, is: string): readonly [Mode, string] {
  if (jsonpath === undefined)
    return [is === 'gone' ? 'gone' : 'present', name === '' ? eachPrints('{.metadata.name}') : '{.metadata.name}'];
  if (name !== '' || /^\{(\.items|range\b)/.test(jsonpath)) return ['is', jsonpath];
  return ['each', eachPrints(jsonpath)];
}

/** The same for objects that are newer than others. */
export function newerWords({ object, than, prefix }: NewerThan): readonly string[] {
  const made = eachPrints('{.metadata.creationTimestamp}');
  return ['newer', typeWord(object), '', object.namespace ?? '', made, prefix, typeWord(than), than.namespace ?? ''];
}

/** The path by which `names` of the preamble finds those that are meant. */
export function foundPath({ where }: Pick<SelectedChange, 'where'>): string {
  return where === undefined
    ? eachPrints('{.metadata.name}')
    : `{range .items[?(${where})]}{.metadata.name}{"\\n"}{end}`;
}

function eachPrints(path: string): string {
  return `{range .items[*]}${path}{"\\n"}{end}`;
}

/** `InstallPlan`, `KataConfig example`; with where it is looked for when that is needed: for people. */
export function objectWords({
  kind,
  name,
  namespace,
}: Pick<ObjectReference, 'kind'> & { readonly name?: string; readonly namespace?: string }): string {
  const what = name === undefined ? kind : `${kind} ${name}`;
  return namespace === undefined
    ? what
    : l10n.t({
        message: '{0} in {1}',
        args: [what, namespace],
        comment: ['An object, or the objects of a kind, and its namespace: ConfigMap settings in default'],
      });
}

/** What is waited for, in words: `KataConfig example: {.status.phase} is Done`. */
export function untilSentence({ object, jsonpath, is, prefix, words: said }: RunbookUntil): string {
  if (said !== undefined) return said;
  const words = `${objectWords(object)}${prefix === undefined ? '' : `, ${prefix}...,`}`;
  if (jsonpath === undefined) return is === 'gone' ? l10n.t`${words} is deleted` : l10n.t`${words} exists`;
  return is === '' ? l10n.t`${words}: ${jsonpath} is empty` : l10n.t`${words}: ${jsonpath} is ${is}`;
}

/** The command by which somebody sees it without the script. */
export function untilCommand({ object, jsonpath }: RunbookUntil): readonly string[] {
  const { name, namespace } = object;
  return [
    'oc',
    'get',
    name === undefined ? typeWord(object) : `${typeWord(object)}/${name}`,
    ...(namespace === undefined ? (name === undefined ? ['--all-namespaces'] : []) : [`--namespace=${namespace}`]),
    ...(jsonpath === undefined ? [] : [`--output=jsonpath=${jsonpath}`]),
  ];
}
