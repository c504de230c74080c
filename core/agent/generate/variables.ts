/**
 * Computes the environment variables and the command of a container as the kubelet does: literal values, references to
 * fields and ConfigMaps, and `$(NAME)` in values, commands, and arguments. Source: kubernetes/kubernetes
 * third_party/forked/golang/expansion/expand.go and pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables).
 */
import * as l10n from '@vscode/l10n';
import { getMap, getString } from '#core/common/json.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import {
  escapePattern,
  fieldAt,
  itemsOf,
  pathText,
  regoList,
  regoString,
  textOf,
  textsOf,
  type MessageCollector,
  type PodField,
} from './podField.ts';

/** A value in a request: exact text, text that matches a pattern, or any text. */
export type ExpectedValue =
  | { readonly equals: string }
  /** Regular expression for the whole text. */
  | { readonly matches: string }
  | { readonly any: true };

/** Number of characters that expanded values can still have. Each `$(NAME)` can multiply the length of a value. */
interface ExpansionBudget {
  left: number;
}

/** Thrown if the expanded values exceed the budget. */
export class ExpansionError extends Error {}

/** Environment variables of a container. */
export interface Variables {
  readonly expansion: ExpansionBudget;
  readonly byName: ReadonlyMap<string, ExpectedValue>;
  /**
   * Prefixes of variable names that can have any value, because the file doesn't contain their source in `envFrom`. An
   * empty prefix matches every name.
   */
  readonly openPrefixes: readonly string[];
  /** Fields that determine the variables. */
  readonly fields: readonly PodField[];
}

/** Facts about the pod that variables can refer to. */
export interface PodFacts {
  readonly metadata: PodField;
  readonly spec: PodField;
  readonly namespace: string | undefined;
  /** Name of the pod, or a regular expression for it. */
  readonly podName: ExpectedValue;
  /** `data` of the ConfigMaps in the same file, by name. */
  readonly configMaps: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly expansion: ExpansionBudget;
}

const any: ExpectedValue = { any: true };

/** Matches variables for services, which the kubelet adds. Their values are known only in the cluster. */
const serviceVariable = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\w+)?)$/;

/**
 * Returns the environment variables that the manifest defines for a container.
 * @throws ExpansionError if the values are too long
 */
export function readVariables(container: PodField, pod: PodFacts, messages: MessageCollector): Variables {
  const byName = new Map<string, ExpectedValue>();
  const openPrefixes: string[] = [];
  for (const source of itemsOf(fieldAt(container, 'envFrom'))) {
    const prefix = textOf(fieldAt(source, 'prefix')) ?? '';
    const name = textOf(fieldAt(source, 'configMapRef', 'name'));
    const data = name === undefined ? undefined : pod.configMaps.get(name);
    if (data === undefined) {
      openPrefixes.push(prefix);
      messages.add(source, envFromMessage(prefix));
    } else for (const [key, value] of data) byName.set(`${prefix}${key}`, { equals: value });
  }
  for (const variable of itemsOf(fieldAt(container, 'env'))) {
    const name = textOf(fieldAt(variable, 'name'));
    if (name !== undefined) byName.set(name, valueOf(variable, pod, byName));
  }
  const fields = (['env', 'envFrom'] as const)
    .map((key) => fieldAt(container, key))
    .filter((field) => itemsOf(field).length > 0);
  return { expansion: pod.expansion, byName, openPrefixes, fields };
}

function envFromMessage(prefix: string): string {
  return prefix === ''
    ? l10n.t`The policy allows every environment variable in the container because the file doesn't contain the ConfigMap or Secret in this envFrom entry. To restrict the variables, add the ConfigMap to the file, or list the variables under env.`
    : l10n.t`The policy allows every environment variable whose name starts with ${prefix} because the file doesn't contain the ConfigMap or Secret in this envFrom entry.`;
}

function valueOf(variable: PodField, pod: PodFacts, known: ReadonlyMap<string, ExpectedValue>): ExpectedValue {
  const from = fieldAt(variable, 'valueFrom');
  if (typeof from.value === 'object' && from.value !== null) return referencedValue(from, pod);
  const value = fieldAt(variable, 'value');
  if (value.value === undefined && Object.hasOwn(Object(variable.value), 'value')) return any;
  const text = textOf(value) ?? '';
  return isPlaceholder(text) ? any : expand(text, known, pod.expansion);
}

function referencedValue(from: PodField, pod: PodFacts): ExpectedValue {
  const path = textOf(fieldAt(from, 'fieldRef', 'fieldPath'));
  if (path !== undefined) return podFieldValue(path, pod);
  const name = textOf(fieldAt(from, 'configMapKeyRef', 'name'));
  const key = textOf(fieldAt(from, 'configMapKeyRef', 'key'));
  const value = name === undefined || key === undefined ? undefined : pod.configMaps.get(name)?.get(key);
  return value === undefined ? any : { equals: value };
}

/** Returns the value of a field of the pod, such as `metadata.labels['app']`. */
function podFieldValue(path: string, { metadata, spec, namespace, podName }: PodFacts): ExpectedValue {
  const subscript = /^metadata\.(labels|annotations)\['([^']*)'\]$/.exec(path);
  const named = (text: string | undefined): ExpectedValue => (text === undefined ? any : { equals: text });
  if (subscript?.[1] !== undefined && subscript[2] !== undefined)
    return named(textOf(fieldAt(metadata, subscript[1], subscript[2])));
  switch (path) {
    case 'metadata.name':
      return podName;
    case 'metadata.namespace':
      return named(namespace);
    case 'spec.serviceAccountName':
      return named(textOf(fieldAt(spec, 'serviceAccountName')));
    default:
      return any;
  }
}

/** Replaces `$(NAME)` in a text. `$$` is an escaped dollar sign, and an unknown name stays as it is. */
function expand(text: string, known: ReadonlyMap<string, ExpectedValue>, budget: ExpansionBudget): ExpectedValue {
  const use = (part: ExpectedValue): ExpectedValue => {
    budget.left -= 'equals' in part ? part.equals.length : 'matches' in part ? part.matches.length : 0;
    if (budget.left < 0) throw new ExpansionError();
    return part;
  };
  const parts: ExpectedValue[] = [];
  let rest = 0;
  for (const match of text.matchAll(/\$(?:\$|\(([^()$]*)\))/g)) {
    parts.push(use({ equals: text.slice(rest, match.index) }));
    rest = match.index + match[0].length;
    const [whole, name] = match;
    if (name === undefined) parts.push({ equals: '$' });
    else parts.push(use(known.get(name) ?? (serviceVariable.test(name) ? any : { equals: whole })));
  }
  parts.push(use({ equals: text.slice(rest) }));
  return joined(parts);
}

function joined(parts: readonly ExpectedValue[]): ExpectedValue {
  if (parts.every((part) => 'equals' in part)) return { equals: parts.map((part) => part.equals).join('') };
  const patterns = parts.map((part) =>
    'equals' in part ? escapePattern(part.equals) : 'matches' in part ? `(?:${part.matches})` : '(?s:.*)',
  );
  return { matches: patterns.join('') };
}

/** Renders the variables as arguments in Rego: the values, the patterns, and the open prefixes. */
export function renderVariables({ byName, openPrefixes }: Variables): string {
  const values = [...byName].flatMap(([name, value]) =>
    'equals' in value ? `        ${regoString(name)}: ${regoString(value.equals)},\n` : [],
  );
  const patterns = [...byName].flatMap(([name, value]) =>
    'equals' in value ? [] : `        ${regoString(name)}: ${regoString(patternOf(value))},\n`,
  );
  return [objectOf(values), objectOf(patterns), regoList(openPrefixes)].join(', ');
}

function objectOf(entries: readonly string[]): string {
  return entries.length === 0 ? '{}' : `{\n${entries.join('')}    }`;
}

/** Returns the pattern for a value. The empty pattern matches everything. */
export function patternOf(value: ExpectedValue): string {
  if ('equals' in value) return `^${escapePattern(value.equals)}$`;
  return 'matches' in value ? `^${value.matches}$` : '';
}

/** The command of a container and the fields that determine it. */
export interface ExpectedCommand {
  /** Arguments. If `command` is absent, they follow the entry point of the image. Undefined if unknown. */
  readonly arguments: readonly ExpectedValue[] | undefined;
  readonly followsEntryPoint: boolean;
  readonly decidedBy: string;
}

/**
 * Returns the command of a container.
 * @throws ExpansionError if the arguments are too long
 */
export function readCommand(container: PodField, variables: Variables): ExpectedCommand {
  const [command, given] = [fieldAt(container, 'command'), fieldAt(container, 'args')];
  const [own = [], rest = []] = [textsOf(command), textsOf(given)];
  const expanded = [...own, ...rest].map((one) => expand(one, variables.byName, variables.expansion));
  if (own.length > 0) {
    const decidedBy = [command, ...(rest.length > 0 ? [given] : [])].map(pathText).join(' and ');
    return { arguments: expanded, followsEntryPoint: false, decidedBy };
  }
  return {
    arguments: rest.length > 0 ? expanded : undefined,
    followsEntryPoint: rest.length > 0,
    decidedBy: pathText(rest.length > 0 ? given : command),
  };
}

/** Reads the ConfigMaps among the objects of a file. */
export function readConfigMaps(objects: readonly unknown[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const object of objects) {
    const name = getString(object, 'metadata', 'name');
    if (getString(object, 'kind') !== 'ConfigMap' || name === undefined) continue;
    const texts = Object.entries(getMap(object, 'data')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    found.set(name, new Map(texts));
  }
  return found;
}
