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
import type { Dialect } from '#core/agent/policyEngines.ts';
import { findRelease, type Release } from '#core/product/releases.ts';
import { findMapEntry, type YamlNode } from '#server/engine/yaml/node.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { isNumber, parseNumber } from '../rego/values/numbers.ts';
import { fromJson } from '../rego/values/parseJson.ts';
import type { Span } from '#server/engine/text/span.ts';
import { withoutInline, type WithoutInline } from './policyTestInline.ts';
import {
  findCaseFaults,
  findDialect,
  findFileFaults,
  getText,
  getTexts,
  notATest,
  readVerdict,
  type ExpectedVerdict,
  type TestFileFault,
} from './testFileFaults.ts';
import { emptyObject, makeObject, RegoArray, type RegoEntry, type RegoValue } from '../rego/values/values.ts';

interface CaseBase {
  readonly name: string;
  /** Span of the name, or of the test case if it has no name. Offsets are in the file. */
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

/** Invalid test case. When it runs, it fails with this reason. */
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
  const { root, problems, template, actions } = placed.document.parsed;
  const [problem] = problems;
  if (template || actions !== undefined) return { ...nothing, problem: isTemplate() };
  if (problem !== undefined)
    return { ...nothing, problem: l10n.t`Line ${lineOf(text, placed.start + problem.start)}: ${problem.message}` };
  if (root?.type !== 'map') return { ...nothing, problem: notATest() };
  const [fault] = findFileFaults(root);
  const cases = findMapEntry(root, 'cases')?.value;
  if (fault !== undefined || cases?.type !== 'seq') return { ...nothing, problem: fault?.message ?? notATest() };
  const textAt = (key: string) => getText(findMapEntry(root, key)?.value);
  return {
    policy: textAt('policy'),
    release: findRelease(textAt('release') ?? ''),
    dialect: findDialect(textAt('dialect')),
    cases: cases.items.slice(0, maxCases).map((item, index) => readCase(item, index, placed.start, inline)),
    ...(cases.items.length > maxCases ? { problem: l10n.t`Only the first ${maxCases} test cases are used.` } : {}),
  };
}

/** Finds the mistakes in a test file. Offsets are in the file. */
export function listTestFileFaults(original: string): readonly TestFileFault[] {
  const inline = withoutInline(original);
  const placed = readDocuments(inline.text).filter(
    ({ document }) => document.parsed.root !== undefined || document.parsed.problems.length > 0,
  );
  const [first, second] = placed;
  if (first === undefined) return [];
  const toFile = ({ at, rename, message }: TestFileFault): TestFileFault => ({
    message,
    at: spanIn(at, first.start, inline),
    ...(rename === undefined
      ? {}
      : { rename: { ...rename, scalar: { ...rename.scalar, ...spanIn(rename.scalar, first.start, inline) } } }),
  });
  const { root, problems, template, actions } = first.document.parsed;
  const start = { start: 0, end: 0 };
  if (template || actions !== undefined) {
    const at = inline.text.indexOf('{{', first.start) - first.start;
    return [toFile({ message: isTemplate(), at: { start: at, end: at + 2 } })];
  }
  if (problems.length > 0) return problems.map(({ message, ...at }) => toFile({ message, at }));
  if (root?.type !== 'map') return [toFile({ message: notATest(), at: root ?? start })];
  const several =
    second === undefined
      ? []
      : [{ message: l10n.t`A test must be a single YAML document.`, at: spanIn(start, second.start, inline) }];
  const cases = findMapEntry(root, 'cases')?.value;
  const items = cases?.type === 'seq' ? cases.items.slice(0, maxCases) : [];
  return [...[...findFileFaults(root), ...items.flatMap((item) => [...findCaseFaults(item)])].map(toFile), ...several];
}

function isTemplate(): string {
  return l10n.t('The tests don\'t run because `{{` makes this file a template. In a string, write "{\\u007b" instead.');
}

function spanIn({ start, end }: Span, shift: number, { toOriginal }: WithoutInline): Span {
  return { start: toOriginal(shift + start), end: toOriginal(shift + end) };
}

function readCase(item: YamlNode, index: number, shift: number, inline: WithoutInline): TestCase {
  const named = findMapEntry(item, 'name')?.value;
  const name = getText(named) ?? l10n.t`test case ${index + 1}`;
  const at = named ?? (item.type === 'map' ? (item.entries[0]?.key ?? item) : item);
  const span = spanIn(at, shift, inline);
  const broken = (problem: string): BrokenCase => ({ kind: 'broken', name, span, problem });
  const [fault] = findCaseFaults(item);
  if (fault !== undefined) return broken(fault.message);
  const get = (key: string): YamlNode | undefined => findMapEntry(item, key)?.value;
  const valueAt = (key: string): RegoValue | undefined => {
    const node = get(key);
    if (node === undefined) return undefined;
    return (
      (node.type === 'scalar' && node.style === 'quoted' ? inline.valueOf(node.text) : undefined) ?? valueOfNode(node)
    );
  };
  const [request, log, allowed] = [getText(get('request') ?? get('endpoint')), getText(get('log')), get('allowed')];
  try {
    const base = { name, span, state: valueAt('state'), prints: getTexts(get('prints')) ?? [] };
    const wanted = readVerdict(allowed) ?? null;
    if (request !== undefined)
      return { ...base, kind: 'request', request, input: valueAt('input') ?? emptyObject, allowed: wanted };
    const list = allowed?.type === 'seq' ? allowed.items.map((each) => readVerdict(each) ?? null) : wanted;
    return { ...base, kind: 'log', log: log ?? '', allowed: list };
  } catch {
    return broken(l10n.t`The input or state is too large or nested too deeply.`);
  }
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
