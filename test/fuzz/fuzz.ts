/**
 * Edits documents at random and checks what must always be true: an incremental parse after an edit matches a full
 * parse, positions are within the text, and safe fixes apply, terminate, and break nothing. Every step must also be
 * fast.
 */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newestRelease } from '#core/product/releases.ts';
import { parseByLibrary } from '#server/engine/yaml/parse/parse.ts';
import { readPlainManifest } from '#server/engine/yaml/parse/plainManifest.ts';
import { embeddedRules } from '#server/embedded/rules/index.ts';
import { readDocuments, type PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import type { ManifestEnvironment } from '#server/manifest/manifestEnvironment.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { knownCluster } from '../support/manifests/validationCluster.ts';
import { slowness } from '../support/performance/slowness.ts';
import { stopwatch } from '../support/performance/stopwatch.ts';
import { random, type Random } from '../support/randomInput/random.ts';
import { Features } from './serverFeatures.ts';
import { corpus, mutate } from './mutate.ts';

export interface FuzzOptions {
  readonly edits: number;
  readonly seed: number;
}

export interface FuzzResult {
  readonly edits: number;
  readonly findings: number;
  readonly fixed: number;
  readonly completions: number;
  /** Number of results from the features that look at other objects. */
  readonly answered: Features['answered'];
  /** Number of documents that the quick reader parsed. Each is compared with the library's result. */
  readonly quick: number;
  readonly slowest: { readonly what: string; readonly milliseconds: number; readonly edit: number };
  /** Heap used after a garbage collection, in MB: after the warm-up and at the end. */
  readonly heap: readonly [number, number];
}

const uri = 'file:///fuzz.yaml';
/** Maximum length in characters. A longer text is replaced by another document, so that a run covers many documents. */
const maxLength = 6000;
/** Maximum CPU time of a step, in milliseconds. */
const maxMilliseconds = 1000 * slowness();

export async function fuzz({ edits, seed }: FuzzOptions): Promise<FuzzResult> {
  const chance = random(seed);
  const texts = corpus();
  const features = new Features();
  const counts = { findings: 0, fixed: 0, completions: 0, quick: 0 };
  const slowest = { what: '', milliseconds: 0, edit: 0 };
  let text = '';
  let heapBefore = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    if (edit === Math.floor(edits / 4)) heapBefore = heapUsed();
    const timed = async <T>(what: string, run: () => T | Promise<T>): Promise<T> => {
      const spentSince = stopwatch();
      const answer = await run();
      const milliseconds = spentSince();
      if (milliseconds > slowest.milliseconds) Object.assign(slowest, { what, milliseconds, edit });
      assert.ok(milliseconds < maxMilliseconds, `${what} took ${milliseconds.toFixed(0)} ms`);
      return answer;
    };
    if (text.length > maxLength || chance.chance(0.04)) {
      text = chance.pick(texts);
      features.reset(text);
    }
    const change = mutate(text, texts, chance);
    const next =
      text.slice(0, beforeLineEnd(text, change.start)) + change.text + text.slice(beforeLineEnd(text, change.end));
    try {
      const documents = features.edit(change.start, change.end, change.text);
      text = features.document.getText();
      assert.equal(text, next);
      const findings = await timed('check', () => check(documents, chance));
      counts.findings += findings.length;
      inside(findings, text);
      counts.quick += readersAgree(documents);
      if (edit % 4 === 0) await sameAsFresh(documents, findings, text);
      if (edit % 4 === 1) counts.fixed += await fixesApply(findings, text);
      counts.completions += await timed('features', () => features.ask(chance.below(text.length + 1)));
    } catch (error) {
      throw new Error(`seed ${seed}, edit ${edit}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
  return { edits, ...counts, answered: features.answered, slowest, heap: [heapBefore, heapUsed()] };
}

/**
 * Moves an offset between CR and LF to before the CR. Neither editors nor the protocol have a position between them.
 */
function beforeLineEnd(text: string, offset: number): number {
  return text.startsWith('\r\n', offset - 1) && offset > 0 ? offset - 1 : offset;
}

const environment: ManifestEnvironment = {
  release: newestRelease,
  severities: new Map(),
  workspace: createWorkspaceSnapshot([]),
  cluster: knownCluster({
    release: '1.11',
    runtimeClasses: ['kata'],
    allowedInstanceTypes: { provider: 'aws', types: ['t3.small'], default: undefined },
    nodes: [{ name: 'worker-0', labels: { 'node-role.kubernetes.io/worker': '', kata: 'yes' } }],
    converged: false,
  }),
  yamlCheckedElsewhere: false,
  embeddedRules: () => Promise.resolve(embeddedRules),
  onError: (message) => assert.fail(message),
};

async function check(documents: readonly PlacedDocument[], chance?: Random): Promise<FileFinding[]> {
  if (chance?.chance(0.1) === true)
    createWorkspaceSnapshot([{ uri, text: documents.map(({ document }) => document.text).join('') }]);
  return (await checkFile(uri, documents, environment)) ?? assert.fail('the check was given up');
}

const told = (findings: readonly FileFinding[]) =>
  findings.map(({ rule, start, end, message, severity }) => `${rule.id} ${start}-${end} ${severity} ${message}`);

/**
 * Checks that the library parses the same tree as the quick reader. Returns the number of documents that the quick
 * reader can parse.
 */
function readersAgree(documents: readonly PlacedDocument[]): number {
  let quick = 0;
  for (const { document } of documents) {
    const root = readPlainManifest(document.text);
    if (root === undefined) continue;
    quick += 1;
    assert.deepEqual(
      { root, problems: [], template: false },
      parseByLibrary(document.text),
      JSON.stringify(document.text),
    );
  }
  return quick;
}

async function sameAsFresh(
  documents: readonly PlacedDocument[],
  findings: readonly FileFinding[],
  text: string,
): Promise<void> {
  const fresh = readDocuments(text);
  assert.deepEqual(
    documents.map(({ start, document }) => [start, document.text]),
    fresh.map(({ start, document }) => [start, document.text]),
  );
  assert.deepEqual(told(findings), told(await check(fresh)));
}

function inside(findings: readonly FileFinding[], text: string): void {
  for (const { start, end, message, fixes, rule } of findings) {
    assert.ok(start >= 0 && start <= end && end <= text.length, `${rule.id}: ${start}-${end} of ${text.length}`);
    assert.match(message, /^[^\n\r]{10,500}$/, rule.id);
    for (const { title, edits } of fixes) {
      assert.match(title, /^[^\n\r]{3,120}$/, rule.id);
      for (const edit of edits)
        assert.ok(edit.start >= 0 && edit.start <= edit.end && edit.end <= text.length, `${rule.id}, ${title}`);
    }
  }
}

/**
 * Checks that safe fixes terminate and make nothing unreadable, and that other fixes can be applied. Returns the number
 * of applied fixes.
 */
async function fixesApply(findings: readonly FileFinding[], text: string): Promise<number> {
  for (const { fixes } of findings)
    for (const fix of fixes) readDocuments(applyEdits(text, selectCompatibleEdits([fix])));
  const unreadable = (found: readonly FileFinding[]) => found.filter(({ rule }) => rule.id === 'yaml-syntax').length;
  let [fixed, left, current] = [0, findings, text];
  for (let round = 0; ; round += 1) {
    const edits = selectCompatibleEdits(left.flatMap(({ fixes }) => fixes.filter(({ sure }) => sure).slice(0, 1)));
    if (edits.length === 0) return fixed;
    assert.ok(round < 10, `fixes without an end: ${JSON.stringify(current)}`);
    const fixedText = applyEdits(current, edits);
    const after = await check(readDocuments(fixedText));
    // Removing a callout can reveal a syntax error after it, in a document that was already unreadable.
    assert.ok(
      unreadable(after) <= unreadable(left),
      `a fix made this unreadable: ${JSON.stringify(fixedText)}\n${told(left).join('\n')}\n${told(after).join('\n')}`,
    );
    fixed += edits.length;
    left = after;
    current = fixedText;
  }
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / 1e6;
}
