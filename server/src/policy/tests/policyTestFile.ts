/**
 * Reads `*.policy-test.yaml` files. They define the expected verdicts of a policy and are stored next to it.
 *
 *     policy: policy.rego          # default: the name of this file with .rego
 *     release: "1.12"              # or dialect: v0 | v1; default: the release of the workspace
 *     cases:
 *       - name: allows ls
 *         request: ExecProcessRequest   # `endpoint` is also accepted
 *         input: { process: { Args: [ls] } }
 *         allowed: true            # or false, or undefined if no rule decides
 *         state: {}                # content of data.pstate before the request
 *         prints: [text]           # strings that the printed output must contain
 *       - name: starts a recorded pod
 *         log: |                   # lines of the agent log, replayed in order with state
 *           ["ep":"CreateSandboxRequest",{}],
 *         allowed: true            # for all requests, or a list with one entry per request
 */
import * as l10n from '@vscode/l10n';
import { formatAlternatives } from '#core/text/grammar.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { findRelease, releases, type Release } from '#core/product/releases.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { isNumber, parseNumber } from '../rego/values/numbers.ts';
import { fromJson } from '../rego/values/parseJson.ts';
import { findIntendedRequest } from '../rules/policyAnalysis.ts';
import type { Span } from '#server/engine/text/span.ts';
import { withoutInline, type WithoutInline } from './policyTestInline.ts';
import { emptyObject, makeObject, RegoArray, type RegoEntry, type RegoValue } from '../rego/values/values.ts';

/** Expected verdict for a request. null means undefined, which the agent treats as an error. */
export type ExpectedVerdict = boolean | null;

interface CaseBase {
  readonly name: string;
  /** Span of the name, or of the case if it has no name. Offsets are in the file. */
  readonly span: Span;
  readonly state: RegoValue | undefined;
  readonly prints: readonly string[];
}

export interface RequestCase extends CaseBase {
  readonly kind: 'request';
  readonly request: string;
  readonly input: RegoValue;
  readonly allowed: ExpectedVerdict;
}

export interface LogCase extends CaseBase {
  readonly kind: 'log';
  readonly log: string;
  /** One verdict for all requests, or one per request. */
  readonly allowed: ExpectedVerdict | readonly ExpectedVerdict[];
}

/** Invalid case. It fails with the reason. */
interface BrokenCase extends Pick<CaseBase, 'name' | 'span'> {
  readonly kind: 'broken';
  readonly problem: string;
}

export type TestCase = RequestCase | LogCase | BrokenCase;

export interface TestFile {
  /** Name of the policy file as written in the test. */
  readonly policy: string | undefined;
  readonly release: Release | undefined;
  readonly dialect: Dialect | undefined;
  readonly cases: readonly TestCase[];
  /** Reason why the whole file can't be read, in one line. */
  readonly problem?: string;
}

const maxCases = 10_000;
const caseKeys = new Set(['name', 'request', 'endpoint', 'input', 'allowed', 'state', 'prints', 'log']);
const fileKeys = new Set(['policy', 'release', 'dialect', 'cases']);
const nothing = { policy: undefined, release: undefined, dialect: undefined, cases: [] } as const;

/** Reads a test file. */
export function readTestFile(original: string): TestFile {
  const inline = withoutInline(original);
  const { text } = inline;
  const [placed, second] = readDocuments(text).filter(
    ({ document }) => document.parsed.root !== undefined || document.parsed.problems.length > 0,
  );
  if (placed === undefined) return { ...nothing, problem: notATest() };
  if (second !== undefined) return { ...nothing, problem: l10n.t`A test must be a single YAML document.` };
  const { root, problems, template } = placed.document.parsed;
  const [problem] = problems;
  if (template)
    return {
      ...nothing,
      problem: l10n.t('The file contains `{{`, so it\'s treated as a template. In a string, write "{\\u007b" instead.'),
    };
  if (problem !== undefined)
    return { ...nothing, problem: l10n.t`Line ${lineOf(text, placed.start + problem.start)}: ${problem.message}` };
  if (root?.type !== 'map') return { ...nothing, problem: notATest() };
  const [policy, release, dialect, cases] = ['policy', 'release', 'dialect', 'cases'].map((key) =>
    findYamlNode(root, [key]),
  );
  const fault = [
    unknownKey(root, fileKeys, (other, known) => l10n.t('Unknown key `{0}`. Valid keys: {1}.', other, known)),
    ...headFaults(policy, release, dialect, cases),
  ].find((one) => one !== undefined);
  if (fault !== undefined || cases?.type !== 'seq')
    return { ...nothing, ...(fault === undefined ? {} : { problem: fault }) };
  return {
    policy: textOf(policy),
    release: findRelease(textOf(release) ?? ''),
    dialect: dialectOf(textOf(dialect)),
    cases: cases.items.slice(0, maxCases).map((item, index) => readCase(item, index, placed.start, inline)),
    ...(cases.items.length > maxCases ? { problem: l10n.t`Only the first ${maxCases} test cases are used.` } : {}),
  };
}

/** Returns the message that the file isn't a test. */
function notATest(): string {
  return l10n.t('A test must be a mapping with a list of `cases`.');
}

/** Returns the dialect with this name, or undefined for any other text. */
function dialectOf(text: string | undefined): Dialect | undefined {
  return text === 'v0' || text === 'v1' ? text : undefined;
}

function headFaults(
  ...[policy, release, dialect, cases]: readonly (YamlNode | undefined)[]
): readonly (string | undefined)[] {
  return [
    policy !== undefined && textOf(policy) === undefined ? l10n.t('`policy` must be a file name.') : undefined,
    release !== undefined && findRelease(textOf(release) ?? '') === undefined
      ? l10n.t('`{0}` must be {1}.', 'release', formatAlternatives(releases.map(({ id }) => id)))
      : undefined,
    dialect !== undefined && dialectOf(textOf(dialect)) === undefined
      ? l10n.t('`{0}` must be {1}.', 'dialect', formatAlternatives(['v0', 'v1']))
      : undefined,
    cases?.type === 'seq' ? undefined : notATest(),
  ];
}

function unknownKey(
  { entries }: MapNode,
  known: ReadonlySet<string>,
  words: (other: string, known: string) => string,
): string | undefined {
  const other = entries.find(({ key }) => !known.has(key.text));
  return other === undefined ? undefined : words(other.key.text.slice(0, 60), [...known].join(', '));
}

function readCase(item: YamlNode, index: number, shift: number, { toOriginal, valueOf }: WithoutInline): TestCase {
  const named = findMapEntry(item, 'name')?.value;
  const name = textOf(named) ?? l10n.t`test case ${index + 1}`;
  const at = named ?? (item.type === 'map' ? (item.entries[0]?.key ?? item) : item);
  const span = { start: toOriginal(shift + at.start), end: toOriginal(shift + at.end) };
  const valueIn = (node: YamlNode) =>
    (node.type === 'scalar' && node.style === 'quoted' ? valueOf(node.text) : undefined) ?? valueOfNode(node);
  const broken = (problem: string): BrokenCase => ({ kind: 'broken', name, span, problem });
  if (item.type !== 'map') return broken(l10n.t('A test case must be a mapping with either `request` or `log`.'));
  const fault = unknownKey(item, caseKeys, (other, known) =>
    l10n.t('Unknown key `{0}`. Valid keys: {1}.', other, known),
  );
  if (fault !== undefined) return broken(fault);
  const get = (key: string): YamlNode | undefined => findMapEntry(item, key)?.value;
  const [request, log, allowed] = [textOf(get('request') ?? get('endpoint')), textOf(get('log')), get('allowed')];
  const prints = listOf(get('prints'));
  if (prints === undefined) return broken(l10n.t('`prints` must be a string or a list of strings.'));
  try {
    const state = get('state');
    const base = { name, span, state: state === undefined ? undefined : valueIn(state), prints };
    if (log !== undefined && request === undefined) {
      const list = allowed?.type === 'seq' ? allowed.items.map(wantedOf) : wantedOf(allowed);
      if (list === undefined || (Array.isArray(list) && list.includes(undefined)))
        return broken(l10n.t('`allowed` must be true, false, undefined, or a list of these values.'));
      return {
        ...base,
        kind: 'log',
        log,
        allowed: Array.isArray(list) ? list.filter((one) => one !== undefined) : list,
      };
    }
    if (request === undefined || log !== undefined)
      return broken(l10n.t('A test case must be a mapping with either `request` or `log`.'));
    const meant = findIntendedRequest(request);
    if (meant !== undefined)
      return broken(l10n.t('No agent evaluates `{0}`. Did you mean {1}?', request.slice(0, 60), meant.name));
    const wanted = wantedOf(allowed);
    if (wanted === undefined)
      return broken(l10n.t('`{0}` must be {1}.', 'allowed', formatAlternatives(['true', 'false', 'undefined'])));
    const input = get('input');
    return {
      ...base,
      kind: 'request',
      request,
      input: input === undefined ? emptyObject : valueIn(input),
      allowed: wanted,
    };
  } catch {
    return broken(l10n.t`The input or state is too large or nested too deeply.`);
  }
}

function wantedOf(node: YamlNode | undefined): ExpectedVerdict | undefined {
  if (node?.type !== 'scalar') return undefined;
  if (typeof node.value === 'boolean') return node.value;
  return node.text === 'undefined' || (node.value === null && node.style === 'plain' && node.text !== '')
    ? null
    : undefined;
}

function textOf(node: YamlNode | undefined): string | undefined {
  return node?.type === 'scalar' && node.value !== null ? node.text : undefined;
}

function listOf(node: YamlNode | undefined): readonly string[] | undefined {
  if (node === undefined) return [];
  const items = node.type === 'seq' ? node.items.map(textOf) : [textOf(node)];
  const texts = items.filter((item) => item !== undefined);
  return texts.length === items.length ? texts : undefined;
}

/** Converts a YAML node to a value without losing digits of numbers. */
function valueOfNode(node: YamlNode): RegoValue {
  if (node.type === 'seq') return new RegoArray(node.items.map(valueOfNode));
  if (node.type === 'map')
    return makeObject(node.entries.map(({ key, value }): RegoEntry => [key.text, valueOfNode(value)]));
  if (node.style !== 'plain' || typeof node.value !== 'number') return fromJson(node.value);
  const exact = parseNumber(node.text);
  return isNumber(exact) ? exact : fromJson(node.value);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
