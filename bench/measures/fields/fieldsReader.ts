/** Checks the inputs of kubernetesFields.ts in a process of its own until the code is warm, and reports medians. */
import process from 'node:process';
import { newestRelease } from '#core/product/releases.ts';
import { readLongCrds, crdsIn } from '#server/engine/workspace/crds/readCrds.ts';
import { readDocuments, YamlDocument, type PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { createRuleContext } from '#server/manifest/documentContext.ts';
import type { ManifestEnvironment } from '#server/manifest/manifestEnvironment.ts';
import { kubernetesRules, listObjects } from '#server/manifest/rules/kubernetes/index.ts';
import { chart, crd, deployment } from './fieldsInput.ts';

/** Number of rounds. V8 optimizes code only after it has run often, so that only the second half counts. */
const rounds = 300;
const uri = 'file:///bench/chart.yaml';

const environment: ManifestEnvironment = {
  release: newestRelease,
  severities: new Map(),
  workspace: undefined,
  yamlCheckedElsewhere: false,
  checksKubernetes: true,
  onError: (message) => {
    throw new Error(message);
  },
  embeddedRules: () => Promise.resolve([]),
};

process.channel?.ref();
const reads = Array.from({ length: 12 }, (_, round) => readCrd(round));
process.send?.({
  deployment: await warm((round) => checkFields(parsed(deployment, round))),
  chart: await warm((round) => checkFields(parsed(chart, round))),
  deploymentAll: await warm((round) => checkAll(parsed(deployment, round))),
  chartAll: await warm((round) => checkAll(parsed(chart, round))),
  edit: await warm(editChart()),
  crd: median(reads.map(({ total }) => total)),
  crdStall: median(reads.map(({ longest }) => longest)),
});

/** Returns the median of the second half of the rounds. */
async function warm(measure: (round: number) => number | Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure(round));
  return median(times.slice(rounds / 2));
}

/** Returns new documents, so that no result is cached. */
function parsed(text: string, round: number): readonly PlacedDocument[] {
  const documents = readDocuments(text.replaceAll('quay.io/example', `quay.io/example${round}`));
  for (const { document } of documents)
    if (document.manifests.length === 0 && document.parsed.root === undefined) throw new Error('not parsed');
  return documents;
}

/** Runs only the rules for Kubernetes fields. */
function checkFields(documents: readonly PlacedDocument[]): number {
  const began = performance.now();
  let findings = 0;
  for (const { document } of documents)
    for (const manifest of [...document.manifests, ...listObjects(document)]) {
      const context = createRuleContext(manifest, document, uri, environment);
      for (const rule of kubernetesRules)
        if (rule.appliesTo.includes(manifest.kind.id)) for (const _ of rule.check(context)) findings += 1;
    }
  const time = performance.now() - began;
  if (findings > 0) throw new Error(`${findings} findings in a valid file`);
  return time;
}

/** Runs all rules. */
async function checkAll(documents: readonly PlacedDocument[]): Promise<number> {
  const began = performance.now();
  await checkFile(uri, documents, environment);
  return performance.now() - began;
}

/** Edits one document of the chart in each round, and checks the file with the parser. */
function editChart(): (round: number) => Promise<number> {
  let documents = readDocuments(chart);
  return async (round) => {
    const text = chart.replace('app-3:1.2.3', `app-3:1.2.${round}`);
    const began = performance.now();
    documents = readDocuments(text, documents);
    await checkFile(uri, documents, environment);
    return performance.now() - began;
  };
}

/** Reads the CRD in steps, as the index of the workspace does. */
function readCrd(round: number): { readonly total: number; readonly longest: number } {
  const document = new YamlDocument(crd.replace('name: kataconfigs.', `name: kataconfigs${round}.`));
  let longest = 0;
  const began = performance.now();
  const steps = readLongCrds(document, new Set());
  for (let isDone = false; !isDone;) {
    const start = cpuTime();
    isDone = steps.next().done === true;
    longest = Math.max(longest, cpuTime() - start);
  }
  const total = performance.now() - began;
  if (crdsIn(document)[0]?.fields !== 3882) throw new Error("the CRD wasn't read completely");
  return { total, longest };
}

/** Returns the CPU time of the process, in milliseconds. Unlike the elapsed time, other processes don't change it. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
