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
  rangeOf,
  type AmountRange,
  type Amounts,
  type LocalPodSize,
  type SourcedAmounts,
} from '#server/manifest/localPodSize.ts';
import {
  describeOverheads,
  describePodSizeParts,
  describeSizeOrigin,
  formatAmountRange,
} from '#server/manifest/podSizeParts.ts';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import { FileRuntimeClasses } from './fileRuntimeClasses.ts';
import { readInputs, type Input } from './io/inputs.ts';
import { addAmount, describeFit, fitOnNode, fitToJson, type FitInput, type NodeFleet } from './formats/podFit.ts';
import { printMessage } from './io/printMessage.ts';
import { readStream } from './io/readFile.ts';
import { reasonsOfUncertainSize } from './podSizeReasons.ts';
import { exitClean, exitUsage } from './usage.ts';

/** Options of the command. */
export interface SizeOptions {
  readonly format: 'text' | 'json';
  /** Number of pods of each manifest on one node. */
  readonly pods: number;
  /** Empty nodes on which the pods must fit. */
  readonly nodes?: NodeFleet | undefined;
}

/** A Kata pod with the resources that it uses on its node. */
interface SizedPod extends FitInput {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  readonly runtimeClass: string;
  readonly overheads: readonly SourcedAmounts[];
  /** The resources by their source. Undefined for a peer pod, because only its overhead is on the node. */
  readonly parts?: LocalPodSize;
}

/** Prints the sizes, and returns the exit code. */
export async function printPodSizes(paths: readonly string[], options: SizeOptions): Promise<number> {
  const { files, unreadable: failed } = await readInputs(paths, () => readStream(process.stdin));
  for (const problem of failed) printMessage(`can't read ${problem}`);
  const placed = files.filter(({ language }) => language === 'yaml').flatMap(objectsIn);
  const classes = new FileRuntimeClasses();
  for (const { input, manifest, ...place } of placed.filter(({ manifest: { kind } }) => kind.id === 'RuntimeClass')) {
    const problem = classes.add(manifest, input.name);
    if (problem !== undefined)
      printMessage(
        `${lineOf({ input, ...place }, problem.start)}: ignored ${describe(manifest)}, because ${problem.text}`,
      );
  }
  const found: SizedPod[] = [];
  let uncertain = 0;
  for (const one of placed.filter(({ manifest: { kind } }) => kind.podPath !== undefined)) {
    const { input, manifest, document } = one;
    const sized = sizeOf(input.name, manifest, classes);
    if (sized !== undefined) found.push(sized);
    else if (isKata(manifest, classes)) {
      uncertain += 1;
      for (const { text, start } of reasonsOfUncertainSize(manifest, document))
        printMessage(`${lineOf(one, start)}: the size of ${describe(manifest)} is uncertain, because ${text}`);
    }
  }
  if (found.length === 0) {
    if (uncertain === 0) printMessage('no pod with the runtime class kata or kata-remote was found');
    return exitUsage;
  }
  process.stdout.write(
    options.format === 'json'
      ? `${formatSanitizedJson(toJson(found, options))}\n`
      : sanitizeTerminalLines(createInEnglish(() => toText(found, options))),
  );
  return failed.length > 0 ? exitUsage : exitClean;
}

/** An object with its document. */
interface PlacedObject {
  readonly input: Input;
  readonly manifest: Manifest;
  readonly document: string;
  /** Offset of the document in the file. */
  readonly start: number;
}

function objectsIn(input: Input): readonly PlacedObject[] {
  const file = new OpenFile(TextDocument.create(input.uri, 'yaml', 0, input.text), () => undefined, 'yaml');
  return [...takeWithinQuota(file.documents)]
    .flatMap(({ document, start }) =>
      document.manifests.map((manifest) => ({ input, manifest, document: document.text, start })),
    )
    .filter(({ manifest: { part } }) => part !== 'generator');
}

/** Returns the file and, if the offset in the document is known, the line. */
function lineOf({ input, start }: Pick<PlacedObject, 'input' | 'start'>, offset: number | undefined): string {
  return offset === undefined ? input.name : `${input.name}:${countLineBreaks(input.text, start + offset) + 1}`;
}

function classOf(manifest: Manifest): string | undefined {
  const runtimeClass = getPodRuntimeClass(manifest);
  return runtimeClass.state === 'named' ? runtimeClass.name : undefined;
}

function isKata(manifest: Manifest, classes: FileRuntimeClasses): boolean {
  return classes.handlerOf(classOf(manifest) ?? '') !== undefined;
}

function describe({ kind, name }: Manifest): string {
  return `${kind.kind} ${name ?? '(without a name)'}`;
}

function sizeOf(file: string, manifest: Manifest, classes: FileRuntimeClasses): SizedPod | undefined {
  const runtimeClass = classOf(manifest);
  if (runtimeClass === undefined) return undefined;
  const handler = classes.handlerOf(runtimeClass);
  const overheads = classes.overheadsOf(runtimeClass);
  const pod = { file, kind: manifest.kind.kind, name: manifest.name ?? '(without a name)', overheads };
  if (handler === 'kata-remote') {
    const amounts = { memory: rangeOf('memory', overheads), cpu: rangeOf('cpu', overheads) };
    // The webhook removes the requests and limits of a peer pod.
    return { ...pod, runtimeClass, ...amounts, reserved: amounts, isPeerPod: true };
  }
  const parts = handler === 'kata' ? getLocalPodSize(manifest, overheads) : undefined;
  if (parts === undefined) return undefined;
  const { memory, cpu, requests } = parts;
  const reserved = {
    memory: addAmount(rangeOf('memory', overheads), requests.memory ?? 0n),
    cpu: addAmount(rangeOf('cpu', overheads), requests.cpu ?? 0n),
  };
  return { ...pod, runtimeClass, memory, cpu, reserved, parts };
}

function sum(ranges: readonly AmountRange[], times: number): AmountRange {
  const add = (index: 0 | 1): Quantity =>
    ranges.reduce<Quantity>((total, range) => total + range[index], 0n) * BigInt(times);
  return [add(0), add(1)];
}

function toText(found: readonly SizedPod[], { pods, nodes }: SizeOptions): string {
  const memory = sum(
    found.map((pod) => pod.memory),
    pods,
  );
  const cpu = sum(
    found.map((pod) => pod.cpu),
    pods,
  );
  const lines = [
    ...found.flatMap((pod) => [...podLines(pod, nodes), '']),
    `Per node with ${pods === 1 ? 'one pod of each manifest' : `${formatCount(pods, 'pod')} of each manifest`}: ${formatAmountRange(memory, memoryText)} of memory, ${formatAmountRange(cpu, cpuText)} CPU`,
    ...(found.some(({ parts }) => parts !== undefined)
      ? [
          `The overhead covers the processes of the sandbox, about ${memoryText(sumOfSandboxProcesses())} (${documentedVmMemory.source}):`,
          ...sandboxMemory
            .filter(({ isOverhead }) => isOverhead)
            .map(({ what, memory: amount }) => `  ${amount.padEnd(8)}${what()}`),
          `The file cache, about ${documentedVmMemory.fileCache} after \`dnf install\` for example, is part of the VM's memory. The memory values of the guest, virtiofsd, and QEMU include it, but it occupies memory only once.`,
        ]
      : []),
    ...explainRange(found),
    ...(nodes === undefined
      ? []
      : [
          'The numbers of pods apply to empty nodes, for one manifest at a time. The pods of OpenShift also require memory.',
        ]),
    describeSizeOrigin(),
  ];
  return `${lines.join('\n')}\n`;
}

/** Explains why a pod has several overheads. */
function explainRange(found: readonly SizedPod[]): readonly string[] {
  const classes = new Set(
    found.filter(({ overheads }) => overheads.length > 1).map(({ runtimeClass }) => runtimeClass),
  );
  return [...classes].map(
    (runtimeClass) =>
      `The sources specify different overheads for ${runtimeClass}, so totals are ranges. For the overhead of your cluster, run: oc describe runtimeclass ${runtimeClass}`,
  );
}

/** Width of the titles in characters. */
const titleWidth = 24;

function podLines(pod: SizedPod, nodes: NodeFleet | undefined): readonly string[] {
  const { file, kind, name, runtimeClass, overheads, memory, cpu, parts } = pod;
  const head = `${sanitizeTerminalLine(file)}: ${kind} ${sanitizeTerminalLine(name)}, runtime class ${sanitizeTerminalLine(runtimeClass)}`;
  const rows = parts === undefined ? describeOverheads(overheads) : describePodSizeParts(parts);
  const fit = nodes === undefined ? [] : describeFit(fitOnNode(nodes, pod), nodes.count, pod.isPeerPod === true);
  const note = parts === undefined ? ['  The VM of the pod is at the cloud provider, not on the node.'] : [];
  return [
    head,
    ...rows.map(
      (row) => `  ${row.title.padEnd(titleWidth)}${amountsText(row).padEnd(22)}${sanitizeTerminalLine(row.source)}`,
    ),
    `  ${'Total'.padEnd(titleWidth)}${formatAmountRange(memory, memoryText)}, ${formatAmountRange(cpu, cpuText)} CPU`,
    ...fit.map(([title, text]) => `  ${title.padEnd(titleWidth)}${text}`),
    ...note,
  ];
}

function amountsText({ memory, cpu }: Amounts): string {
  const cores = cpu === undefined || cpu === 0n ? [] : [`${cpuText(cpu)} CPU`];
  return [memory === undefined ? '' : memoryText(memory), ...cores].filter((text) => text !== '').join(', ');
}

function toJson(found: readonly SizedPod[], { pods: podsPerNode, nodes }: SizeOptions): object {
  const resources = (memory: AmountRange, cpu: AmountRange): object => ({
    memoryBytes: { least: Number(wholeOf(memory[0])), most: Number(wholeOf(memory[1])) },
    cpu: { least: toNumber(cpu[0]), most: toNumber(cpu[1]) },
  });
  return {
    pods: found.map((pod) => ({
      file: pod.file,
      kind: pod.kind,
      name: pod.name,
      runtimeClass: pod.runtimeClass,
      ...resources(pod.memory, pod.cpu),
      ...(nodes === undefined ? {} : { onNodes: fitToJson(fitOnNode(nodes, pod), nodes.count) }),
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
