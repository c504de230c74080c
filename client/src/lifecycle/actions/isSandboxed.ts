/** Answers whether a workload of a cluster runs in a sandbox, with what on the cluster says so. Changes nothing. */
import * as l10n from '@vscode/l10n';
import { commands, type TextEditor } from 'vscode';
import { given as fieldsGiven, isJsonObject, stringAt } from '../../../../core/json.ts';
import { podPathOf } from '../../../../core/lifecycle/liveSandbox.ts';
import { readPodSeen, sandboxEvidence } from '../../../../core/lifecycle/sandboxEvidence.ts';
import type { ObjectReference } from '../../../../core/live/reference.ts';
import { oneLine } from '../../../../core/live/words.ts';
import { workloadsRequest } from '../../../../server/src/protocol.ts';
import { showProgress } from '../../showInput.ts';
import type { OpenCluster } from '../../tree/openCluster.ts';
import { timeOfDay } from '../../tree/words.ts';
import { chooseWorkload } from '../chooseWorkload.ts';
import { factReader } from '../factReader.ts';
import { objectsInText } from '../objectsInText.ts';
import { yamlInView } from '../openYaml.ts';
import { podEvents } from '../podEvents.ts';
import { podsOf } from '../podsOf.ts';
import { readObject } from '../readObjects.ts';
import { restMapper } from '../restMapping.ts';
import { answerFor, sandboxReport, type SandboxReport } from '../sandboxReport.ts';
import type { Action, Tools } from '../tools.ts';
import { defaultNamespace } from './applyFile.ts';

const title = l10n.t`Is This Workload Sandboxed?`;

export const isSandboxed: Action = async (tools, given) => {
  const chosen = await tools.clusters.choose(given, title);
  if (chosen === undefined) return;
  const { cluster, target } = chosen;
  const editor = yamlInView();
  const inFile = target?.object === undefined && editor !== undefined ? await workloadOfFile(tools, cluster, editor) : undefined;
  const reference = target?.object ?? inFile ?? (await chooseWorkload(tools, cluster, title, 'check'));
  if (reference === undefined) return;
  const report = await showProgress(l10n.t`Looking at ${reference.kind} ${reference.name}`, () => reportOf(tools, cluster, reference));
  await tools.texts.markdown(l10n.t`Is ${reference.name} sandboxed`, sandboxReport(report));
  if (report.pods.some(({ evidence }) => evidence.verdict === 'failed')) await offerLogs(tools, cluster, report);
};

/** A report has no buttons: the next step stands in it, and is offered beside it. */
async function offerLogs({ notify }: Tools, { context }: OpenCluster, report: SandboxReport): Promise<void> {
  const logs = l10n.t`Show Logs of a Sandbox...`;
  const answer = answerFor(report.pods.map(({ evidence }) => evidence));
  if ((await notify.tell('warning', `${report.title}: ${answer}`, logs)) === logs) await commands.executeCommand('osc.logs.ofPod', context);
}

async function reportOf({ clock }: Tools, cluster: OpenCluster, reference: ObjectReference): Promise<SandboxReport> {
  const { signal } = new AbortController();
  const label = `${reference.kind} ${reference.name}`;
  if (podPathOf(reference.kind, reference.group) === undefined) throw new Error(l10n.t`${label} is no pod and makes none that are known here.`);
  const answer = await readObject(cluster.connection, reference, signal);
  if (!answer.ok)
    throw new Error(answer.error.kind === 'notFound' ? l10n.t`${label} is not on ${cluster.context}.` : `${label}: ${oneLine(answer.error.message)}`);
  if (!isJsonObject(answer.value)) throw new Error(l10n.t`${label}: the server sent no object`);
  const reader = factReader(cluster.connection, signal);
  const found = await podsOf(reader, reference, answer.value);
  if (!found.ok) throw new Error(`${label}: ${found.error}`);
  const { snapshot } = cluster;
  const { events, problem } = await podEvents(reader, reference.namespace ?? '', found.value.pods);
  const pods = found.value.pods.flatMap((raw) => {
    const pod = readPodSeen(raw);
    return pod === undefined ? [] : [{ pod, evidence: sandboxEvidence(pod, snapshot, events) }];
  });
  const now = clock.now();
  const { context } = cluster;
  return { context, title: label, asOf: timeOfDay(now, now), now, pods, cut: found.value.cut, ...fieldsGiven({ eventsProblem: problem }) };
}

/** The workload at the cursor, where the cluster has it; undefined: there is none in the file. */
async function workloadOfFile(tools: Tools, { connection }: OpenCluster, { document, selection }: TextEditor): Promise<ObjectReference | undefined> {
  const { workloads } = await tools.language.ask(workloadsRequest, { uri: document.uri.toString() });
  const line = selection.active.line;
  const here = workloads.find(({ range }) => range.start.line <= line && line <= range.end.line) ?? (workloads.length === 1 ? workloads[0] : undefined);
  const objects = objectsInText(document.getText());
  if (here?.name === undefined || !objects.ok) return undefined;
  const object = objects.value.find((one) => isNamed(one, here));
  const mapped = object === undefined ? undefined : await restMapper(connection, defaultNamespace, new AbortController().signal)(object);
  return mapped?.ok === true ? mapped.value : undefined;
}

function isNamed(object: unknown, { kind, name, namespace }: { readonly kind: string; readonly name?: string; readonly namespace?: string }): boolean {
  return stringAt(object, 'kind') === kind && stringAt(object, 'metadata', 'name') === name && stringAt(object, 'metadata', 'namespace') === namespace;
}
