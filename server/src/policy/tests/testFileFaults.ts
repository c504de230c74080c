/** Finds the mistakes in `*.policy-test.yaml` files that make a test or one of its test cases fail. */
import * as l10n from '@vscode/l10n';
import { formatAlternatives } from '#core/text/grammar.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { findRelease, releases } from '#core/product/releases.ts';
import { findMapEntry, type MapNode, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import type { Span } from '#server/engine/text/span.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { findIntendedRequest } from '../rules/policyAnalysis.ts';

/** A mistake in a test file. Offsets are in the YAML document. */
export interface TestFileFault {
  /** One line, with Markdown code. */
  readonly message: string;
  readonly at: Span;
  /** Key or value to change, if the intended text is known. */
  readonly rename?: { readonly scalar: ScalarNode; readonly to: string; readonly sure: boolean };
}

/** Expected verdict for a request. null means undefined, which the agent treats as an error. */
export type ExpectedVerdict = boolean | null;

/** Keys of a test file and of a test case. */
const fileKeys: readonly string[] = ['policy', 'release', 'dialect', 'cases'];
const caseKeys: readonly string[] = ['name', 'request', 'endpoint', 'input', 'allowed', 'state', 'prints', 'log'];

/** Values of `allowed` in a test case. */
export const verdictTexts: readonly string[] = ['true', 'false', 'undefined'];

/** Values of `dialect` in a test file. */
export const dialects: readonly Dialect[] = ['v0', 'v1'];

/** Returns the message that the file isn't a test. */
export function notATest(): string {
  return l10n.t('A test must be a mapping with a list of `cases`.');
}

/** Returns the mistakes outside the test cases. */
export function* findFileFaults(root: MapNode): Generator<TestFileFault> {
  yield* unknownKeys(root, fileKeys);
  const get = (key: string) => findMapEntry(root, key)?.value;
  const [policy, release, dialect, cases] = [get('policy'), get('release'), get('dialect'), get('cases')];
  if (policy !== undefined && getText(policy) === undefined)
    yield { message: l10n.t('`policy` must be a file name.'), at: policy };
  if (release !== undefined && findRelease(getText(release) ?? '') === undefined)
    yield { message: mustBe('release', formatAlternatives(releases.map(({ id }) => id))), at: release };
  if (dialect !== undefined && findDialect(getText(dialect)) === undefined)
    yield { message: mustBe('dialect', formatAlternatives(dialects)), at: dialect };
  if (cases?.type !== 'seq') yield { message: notATest(), at: cases ?? startOf(root) };
}

/** Returns the mistakes in a test case. */
export function* findCaseFaults(item: YamlNode): Generator<TestFileFault> {
  if (item.type !== 'map') {
    yield { message: needsRequest(), at: item };
    return;
  }
  const unknown = [...unknownKeys(item, caseKeys)];
  yield* unknown;
  const get = (key: string) => findMapEntry(item, key)?.value;
  const [requested, logged, allowed, prints] = [
    get('request') ?? get('endpoint'),
    get('log'),
    get('allowed'),
    get('prints'),
  ];
  const [request, log] = [getText(requested), getText(logged)];
  if (getTexts(prints) === undefined)
    yield { message: l10n.t('`prints` must be a string or a list of strings.'), at: prints ?? startOf(item) };
  if ((request === undefined) === (log === undefined)) {
    // A misspelled key already has a finding.
    if (!unknown.some(({ rename }) => ['request', 'endpoint', 'log'].includes(rename?.to ?? '')))
      yield { message: needsRequest(), at: startOf(item) };
    return;
  }
  const intended = request === undefined ? undefined : findIntendedRequest(request);
  if (request !== undefined && intended !== undefined && requested?.type === 'scalar')
    yield {
      message: l10n.t('No agent evaluates `{0}`. Did you mean {1}?', request.slice(0, 60), intended.name),
      at: requested,
      rename: { scalar: requested, to: intended.name, sure: intended.sure },
    };
  const isValid = (log !== undefined && allowed?.type === 'seq' ? allowed.items : [allowed]).every(
    (node) => readVerdict(node) !== undefined,
  );
  if (isValid || unknown.some(({ rename }) => rename?.to === 'allowed')) return;
  const message =
    log === undefined
      ? mustBe('allowed', formatAlternatives(verdictTexts))
      : l10n.t('`allowed` must be true, false, undefined, or a list of these values.');
  yield { message, at: allowed === undefined || isEmpty(allowed) ? startOf(item) : allowed };
}

/** Returns the verdict that a node specifies. Returns undefined for any other value. */
export function readVerdict(node: YamlNode | undefined): ExpectedVerdict | undefined {
  if (node?.type !== 'scalar') return undefined;
  if (typeof node.value === 'boolean') return node.value;
  return node.text === 'undefined' || (node.value === null && node.style === 'plain' && node.text !== '')
    ? null
    : undefined;
}

/** Returns the text of a scalar. Returns undefined for other nodes and for null. */
export function getText(node: YamlNode | undefined): string | undefined {
  return node?.type === 'scalar' && node.value !== null ? node.text : undefined;
}

/** Returns the texts of a scalar or of a list of scalars. Returns undefined for any other value. */
export function getTexts(node: YamlNode | undefined): readonly string[] | undefined {
  if (node === undefined) return [];
  const items = node.type === 'seq' ? node.items.map(getText) : [getText(node)];
  const texts = items.filter((item) => item !== undefined);
  return texts.length === items.length ? texts : undefined;
}

/** Returns the dialect with this name, or undefined for any other text. */
export function findDialect(text: string | undefined): Dialect | undefined {
  return dialects.find((dialect) => dialect === text);
}

function* unknownKeys({ entries }: MapNode, known: readonly string[]): Generator<TestFileFault> {
  for (const { key, borrowed } of entries) {
    if (known.includes(key.text)) continue;
    const written = entries.map((entry) => entry.key.text);
    const nearest = findNearestName(
      key.text,
      known.filter((name) => !written.includes(name)),
    );
    const message =
      nearest === undefined
        ? l10n.t('Unknown key `{0}`. Valid keys: {1}.', key.text.slice(0, 60), known.join(', '))
        : l10n.t('Unknown key `{0}`. Did you mean {1}?', key.text.slice(0, 60), nearest.name);
    const rename =
      nearest === undefined || borrowed ? {} : { rename: { scalar: key, to: nearest.name, sure: nearest.sure } };
    yield { message, at: key, ...rename };
  }
}

function mustBe(key: string, values: string): string {
  return l10n.t('`{0}` must be {1}.', key, values);
}

function needsRequest(): string {
  return l10n.t('A test case must be a mapping with either `request` or `log`.');
}

/** Returns the first key of a mapping, because the whole mapping is too long to mark. */
function startOf(item: MapNode): Span {
  return item.entries[0]?.key ?? item;
}

function isEmpty({ start, end }: Span): boolean {
  return start === end;
}
