/** Reads the calls of `oc` and `kubectl` in shell commands: verb, resources, options. */
import type { CommandsInText } from '../shell/commandsInText.ts';
import { readShell } from '../shell/readShell.ts';
import type { Pipeline, ShellWord, SimpleCommand } from '../shell/shellCommand.ts';

/** A call of `oc` or `kubectl`, or of `crio` on a node. */
export interface ClientCommand {
  readonly tool: 'oc' | 'kubectl' | 'crio';
  /** All words, beginning with the tool. */
  readonly words: readonly ShellWord[];
  readonly verb: string | undefined;
  /** Words after the verb that are neither options nor their values. */
  readonly operands: readonly ShellWord[];
  /** Values of options by name, such as `-n`. */
  readonly options: readonly ClientOption[];
  /** Words after `--`, which run in a pod or on a node. */
  readonly remote: readonly ShellWord[];
  readonly placeholders: SimpleCommand['placeholders'];
}

/** An option with its value. */
export interface ClientOption {
  readonly name: string;
  readonly value: string | undefined;
  readonly word: ShellWord;
}

/** A pipeline that calls a client. */
export interface ClientPipeline {
  readonly pipeline: Pipeline;
  readonly calls: readonly ClientCommand[];
}

const tools = new Set(['oc', 'kubectl', 'crio']);
/** Words before a command that don't change its meaning. */
const prefixes = new Set(
  'if then elif else while until do ! time { sudo exec command nohup env watch timeout stdbuf'.split(' '),
);
const assignment = /^[A-Za-z_]\w*\+?=/;
/** Options whose value is the next word, unless it follows `=`. */
const optionsWithValue = new Set(
  `-n --namespace -o --output -p --patch --patch-file --type -l --selector -f --filename -k --kustomize --context
  --cluster --user --server -s --token --kubeconfig --as --as-group --field-selector -c --container --sort-by --for
  --timeout --image --template --since --tail --from-literal --from-file --from-env-file --grace-period --subresource
  --field-manager --overrides --replicas --to-namespace --run-namespace --dest-dir --node-name --node-selector`.split(
    /\s+/,
  ),
);

/** Returns the pipelines that call a client. Omits clients that the text defines as functions or aliases. */
export function findClientPipelines(
  text: string,
  { pipelines, definedNames }: CommandsInText,
): readonly ClientPipeline[] {
  return pipelines.flatMap((pipeline) => {
    const calls = pipeline.commands.flatMap((command) => callsIn(text, command));
    const known = calls.filter(({ tool }) => !definedNames.has(tool));
    return known.length > 0 ? [{ pipeline, calls: known }] : [];
  });
}

function callsIn(text: string, { words, placeholders }: SimpleCommand): readonly ClientCommand[] {
  let index = 0;
  let isWatch = false;
  while (index < words.length) {
    const value = words[index]?.value;
    if (value === undefined) {
      // The value of a variable, as in `NS=$1 oc get pods`.
      if (!assignment.test(text.slice(words[index]?.start, words[index]?.end))) return [];
    } else if (value === 'watch') isWatch = true;
    else if (!prefixes.has(value) && !assignment.test(value) && !(index > 0 && /^(?:-\S*|\d+[smh]?)$/.test(value)))
      break;
    index += 1;
  }
  const first = words[index];
  if (first?.value === undefined) return [];
  if (isWatch && first.quoted !== undefined && first.value.includes(' '))
    return readShell(text, first.quoted)
      .pipelines.flatMap(({ commands }) => commands)
      .flatMap((command) => readCall(command.words, command.placeholders));
  return readCall(words.slice(index), placeholders);
}

function readCall(words: readonly ShellWord[], placeholders: SimpleCommand['placeholders']): readonly ClientCommand[] {
  const tool = words[0]?.value;
  if (tool === undefined || !isTool(tool)) return [];
  const operands: ShellWord[] = [];
  const options: ClientOption[] = [];
  let remote: readonly ShellWord[] = [];
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const { value } = word;
    if (value === '--') {
      remote = words.slice(index + 1);
      break;
    }
    if (value === undefined || !value.startsWith('-') || value === '-') {
      operands.push(word);
      continue;
    }
    const equals = value.indexOf('=');
    const name = equals < 0 ? value : value.slice(0, equals);
    const next = words[index + 1];
    if (equals >= 0) options.push({ name, value: value.slice(equals + 1), word });
    else if (optionsWithValue.has(name) && next !== undefined) {
      options.push({ name, value: next.value, word: next });
      index += 1;
    } else options.push({ name, value: '', word });
  }
  const [verb, ...others] = operands;
  return [{ tool, words, verb: verb?.value, operands: others, options, remote, placeholders }];
}

function isTool(name: string): name is ClientCommand['tool'] {
  return tools.has(name);
}

const namespaceTypes = new Set(['ns', 'namespace', 'namespaces', 'project', 'projects']);

/** Returns the words that contain a namespace: `-n NAME`, `oc project NAME`, `oc delete ns NAME`, or `ns/NAME`. */
export function namespacesOf(call: ClientCommand): readonly Pick<ClientOption, 'value' | 'word'>[] {
  const { verb = '', operands, options } = call;
  const [first] = operands;
  if (verb === 'project' || verb === 'new-project')
    return [...namespaceOptions(options), ...(first === undefined ? [] : [{ value: first.value, word: first }])];
  const { type, names } = resourceOf(call);
  const named = namespaceTypes.has(type) ? names : [];
  return [
    ...namespaceOptions(options),
    ...named.map((word) => ({ value: word.value?.slice(word.value.indexOf('/') + 1), word })),
  ];
}

function namespaceOptions(options: ClientCommand['options']): ClientCommand['options'] {
  return options.filter(({ name }) => name === '-n' || name === '--namespace');
}

/** Returns the value of an option with one of the names. Undefined if it's missing or unknown. */
export function optionOf({ options }: ClientCommand, ...names: readonly string[]): ClientOption | undefined {
  return options.find(({ name }) => names.includes(name));
}

/**
 * Returns the type of the resource and the words with the names: `subscription NAME`, `subscription/NAME`, or
 * `subscriptions.operators.coreos.com NAME`. The type is in lowercase and without its group.
 */
export function resourceOf({ operands }: ClientCommand): {
  readonly type: string;
  readonly names: readonly ShellWord[];
} {
  const [first, ...names] = operands;
  const [type = '', name] = (first?.value ?? '').split('/');
  const short = type.toLowerCase().split('.')[0] ?? '';
  return { type: short, names: name === undefined || first === undefined ? names : [first] };
}
