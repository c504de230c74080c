/** Prints the resources of the Kata pods in files, for `osc-tools size`. Loaded when the command runs. */
import process from 'node:process';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { cpuText, memoryText, toNumber, wholeOf, type Quantity } from '#core/common/quantity.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
import { sandboxMemory, sumOfSandboxProcesses } from '#core/product/sandboxMemory.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { createInEnglish } from '#core/text/language.ts';
import { formatSanitizedJson, sanitizeTerminalLine, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { takeWithinQuota } from '#server/engine/yaml/quota.ts';
import {
  getLocalPodSize,
  overheadsOf,
  rangeOf,
  type AmountRange,
  type Amounts,
  type LocalPodSize,
} from '#server/manifest/localPodSize.ts';
import {
  describeOverheads,
  describePodSizeParts,
  describeSizeOrigin,
  formatAmountRange,
} from '#server/manifest/podSizeParts.ts';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import { readInputs, type Input } from './io/inputs.ts';
import { printMessage } from './io/printMessage.ts';
import { readStream } from './io/readFile.ts';
import { reasonOfUncertainSize } from './podSizeReasons.ts';
import { exitClean, exitUsage } from './usage.ts';

/** Options of the command. */
export interface SizeOptions {
  readonly format: 'text' | 'json';
  /** Number of pods of each manifest on one node. */
  readonly pods: number;
}

/** A Kata pod with the resources that it uses on its node. */
interface SizedPod {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  readonly runtimeClass: string;
  readonly memory: AmountRange;
  readonly cpu: AmountRange;
  /** The resources by their source. Undefined for a peer pod, because only its overhead is on the node. */
  readonly parts?: LocalPodSize;
}

/** Prints the sizes, and returns the exit code. */
export async function printPodSizes(paths: readonly string[], { format, pods }: SizeOptions): Promise<number> {
  const { files, unreadable: failed } = await readInputs(paths, () => readStream(process.stdin));
  for (const problem of failed) printMessage(`can't read ${problem}`);
  const found: SizedPod[] = [];
  let uncertain = 0;
  for (const input of files.filter(({ language }) => language === 'yaml'))
    for (const { manifest, document, start } of podsIn(input)) {
      const sized = sizeOf(input.name, manifest);
      if (sized !== undefined) found.push(sized);
      else if (isKata(manifest)) {
        uncertain += 1;
        const reason = reasonOfUncertainSize(manifest, document);
        const line = reason.start === undefined ? '' : `:${countLineBreaks(input.text, start + reason.start) + 1}`;
        printMessage(`${input.name}${line}: the size of ${describe(manifest)} is uncertain, because ${reason.text}`);
      }
    }
  if (found.length === 0) {
    if (uncertain === 0) printMessage('no pod with the runtime class kata or kata-remote was found');
    return exitUsage;
  }
  process.stdout.write(
    format === 'json'
      ? `${formatSanitizedJson(toJson(found, pods))}\n`
      : sanitizeTerminalLines(createInEnglish(() => toText(found, pods))),
  );
  return failed.length > 0 ? exitUsage : exitClean;
}

/** A pod with its document. */
interface PlacedPod {
  readonly manifest: Manifest;
  readonly document: string;
  /** Offset of the document in the file. */
  readonly start: number;
}

function podsIn({ uri, text }: Input): readonly PlacedPod[] {
  const file = new OpenFile(TextDocument.create(uri, 'yaml', 0, text), () => undefined, 'yaml');
  return [...takeWithinQuota(file.documents)]
    .flatMap(({ document, start }) =>
      document.manifests.map((manifest) => ({ manifest, document: document.text, start })),
    )
    .filter(({ manifest: { kind, part } }) => kind.podPath !== undefined && part !== 'generator');
}

function classOf(manifest: Manifest): string | undefined {
  const runtimeClass = getPodRuntimeClass(manifest);
  return runtimeClass.state === 'named' ? runtimeClass.name : undefined;
}

function isKata(manifest: Manifest): boolean {
  return ['kata', 'kata-remote'].includes(classOf(manifest) ?? '');
}

function describe({ kind, name }: Manifest): string {
  return `${kind.kind} ${name ?? '(without a name)'}`;
}

function sizeOf(file: string, manifest: Manifest): SizedPod | undefined {
  const runtimeClass = classOf(manifest);
  const pod = { file, kind: manifest.kind.kind, name: manifest.name ?? '(without a name)' };
  if (runtimeClass === 'kata-remote') {
    const overheads = overheadsOf(runtimeClass);
    return { ...pod, runtimeClass, memory: rangeOf('memory', overheads), cpu: rangeOf('cpu', overheads) };
  }
  const parts = runtimeClass === 'kata' ? getLocalPodSize(manifest) : undefined;
  if (runtimeClass === undefined || parts === undefined) return undefined;
  return { ...pod, runtimeClass, memory: parts.memory, cpu: parts.cpu, parts };
}

function sum(ranges: readonly AmountRange[], times: number): AmountRange {
  const add = (index: 0 | 1): Quantity =>
    ranges.reduce<Quantity>((total, range) => total + range[index], 0n) * BigInt(times);
  return [add(0), add(1)];
}

function toText(found: readonly SizedPod[], pods: number): string {
  const memory = sum(
    found.map((pod) => pod.memory),
    pods,
  );
  const cpu = sum(
    found.map((pod) => pod.cpu),
    pods,
  );
  const lines = [
    ...found.flatMap((pod) => [...podLines(pod), '']),
    `Per node with ${pods === 1 ? 'one pod of each manifest' : `${formatCount(pods, 'pod')} of each manifest`}: ${formatAmountRange(memory, memoryText)} of memory, ${formatAmountRange(cpu, cpuText)} CPU`,
    ...(found.some(({ parts }) => parts !== undefined)
      ? [
          `The overhead covers the processes of the sandbox, about ${memoryText(sumOfSandboxProcesses())} (${documentedVmMemory.source}):`,
          ...sandboxMemory
            .filter(({ isOverhead }) => isOverhead)
            .map(({ what, memory: amount }) => `  ${amount.padEnd(8)}${what()}`),
        ]
      : []),
    ...explainRange(found),
    describeSizeOrigin(),
  ];
  return `${lines.join('\n')}\n`;
}

/** Explains why a pod has several overheads. */
function explainRange(found: readonly SizedPod[]): readonly string[] {
  const classes = new Set(found.map(({ runtimeClass }) => runtimeClass));
  return [...classes]
    .filter((runtimeClass) => overheadsOf(runtimeClass).length > 1)
    .map(
      (runtimeClass) =>
        `The sources specify different overheads for ${runtimeClass}, so totals are ranges. For the overhead of your cluster, run: oc describe runtimeclass ${runtimeClass}`,
    );
}

/** Width of the titles in characters. */
const titleWidth = 24;

function podLines({ file, kind, name, runtimeClass, memory, cpu, parts }: SizedPod): readonly string[] {
  const head = `${sanitizeTerminalLine(file)}: ${kind} ${sanitizeTerminalLine(name)}, runtime class ${runtimeClass}`;
  const rows = parts === undefined ? describeOverheads(overheadsOf(runtimeClass)) : describePodSizeParts(parts);
  const note = parts === undefined ? ['  The VM of the pod is at the cloud provider, not on the node.'] : [];
  return [
    head,
    ...rows.map((row) => `  ${row.title.padEnd(titleWidth)}${amountsText(row).padEnd(22)}${row.source}`),
    `  ${'Total'.padEnd(titleWidth)}${formatAmountRange(memory, memoryText)}, ${formatAmountRange(cpu, cpuText)} CPU`,
    ...note,
  ];
}

function amountsText({ memory, cpu }: Amounts): string {
  const cores = cpu === undefined || cpu === 0n ? [] : [`${cpuText(cpu)} CPU`];
  return [memory === undefined ? '' : memoryText(memory), ...cores].filter((text) => text !== '').join(', ');
}

function toJson(found: readonly SizedPod[], podsPerNode: number): object {
  const resources = (memory: AmountRange, cpu: AmountRange): object => ({
    memoryBytes: { least: Number(wholeOf(memory[0])), most: Number(wholeOf(memory[1])) },
    cpu: { least: toNumber(cpu[0]), most: toNumber(cpu[1]) },
  });
  return {
    pods: found.map(({ file, kind, name, runtimeClass, memory, cpu }) => ({
      file,
      kind,
      name,
      runtimeClass,
      ...resources(memory, cpu),
    })),
    podsPerNode,
    perNode: resources(
      sum(
        found.map(({ memory }) => memory),
        podsPerNode,
      ),
      sum(
        found.map(({ cpu }) => cpu),
        podsPerNode,
      ),
    ),
  };
}
