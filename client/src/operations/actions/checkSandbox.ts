/** Shows the page of a workload: whether it runs in a sandbox, with the evidence and the events. Changes nothing. */
import * as l10n from '@vscode/l10n';
import type { TextEditor } from 'vscode';
import { getString } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { workloadsRequest } from '#server/protocol/workloads.ts';
import { fail } from '#core/common/result.ts';
import type { DetailSource } from '#client/details/detailPanels.ts';
import { Poller } from '#client/details/poller.ts';
import { editorCommandOptions } from '#client/text/editorCommands.ts';
import { useEditorCommands } from '#client/details/useEditorCommands.ts';
import { workloadPage } from '../workloads/workloadPage.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import { chooseWorkload } from '../workloads/chooseWorkload.ts';
import { parseManifests } from '../manifests/parseManifests.ts';
import { chooseNamespace } from '../apply/chooseNamespace.ts';
import { yamlInView } from '../apply/yamlEditors.ts';
import { readWorkload, type WorkloadRead } from '../workloads/readWorkload.ts';
import { createRestMapper } from '../apply/restMapper.ts';
import type { OperationCommand, OperationContext } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Show Workload Sandbox Status`;

export const checkSandbox: OperationCommand = {
  id: 'osc.workload.isSandboxed',
  title: 'Show Workload Sandbox Status',
  palette: 'osc.clusterOpen && (osc.workloads || editorLangId == yaml)',
  menus: [clusterRow('1_osc@1', 'pod')],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const editor = yamlInView();
    const inFile =
      target?.object === undefined && editor !== undefined ? await workloadOfFile(tools, cluster, editor) : undefined;
    if (inFile === 'canceled') return;
    const reference = target?.object ?? inFile ?? (await chooseWorkload(tools, cluster, title(), 'check'));
    if (reference === undefined) return;
    const { signal } = new AbortController();
    const first = await showProgress(l10n.t('Reading {0}...', `${reference.kind} ${reference.name}`), () =>
      readWorkload(cluster, reference, () => tools.clock.now(), signal),
    );
    if (!first.ok) throw new Error(first.error);
    const { kind, namespace = '', name } = reference;
    tools.details.open({
      key: JSON.stringify([cluster.context, kind, namespace, name]),
      title: formatDocumentTitle(name, cluster.context),
      context: cluster.context,
      source: (changed) => sourceOf(tools, cluster, reference, first.value, changed),
    });
  },
};

/** Reads the workload repeatedly while its page is visible. */
function sourceOf(
  { clock, settings }: OperationContext,
  cluster: OpenCluster,
  reference: ObjectReference,
  first: WorkloadRead,
  changed: () => void,
): DetailSource {
  let last = first;
  const poller = new Poller<WorkloadRead>({
    clock,
    changed,
    async read(signal) {
      const read = cluster.isOpen
        ? await readWorkload(cluster, reference, () => clock.now(), signal)
        : fail(l10n.t`The cluster is closed.`);
      if (signal.aborted) return last;
      last = read.ok ? read.value : { ...last, problem: read.error };
      return last;
    },
  });
  return {
    page: () =>
      useEditorCommands(
        workloadPage({ ...last, now: clock.now() }),
        editorCommandOptions(cluster.snapshot, settings.readOnly()),
      ),
    setVisible(visible) {
      if (visible) poller.start();
      else poller.stop();
    },
    dispose: () => poller.stop(),
  };
}

/**
 * Returns the workload at the cursor if the cluster has its kind. Returns undefined if the file contains no such
 * workload, and `canceled` if the user cancels the selection of its namespace.
 */
async function workloadOfFile(
  tools: OperationContext,
  cluster: OpenCluster,
  { document, selection }: TextEditor,
): Promise<ObjectReference | 'canceled' | undefined> {
  const { workloads } = await tools.language.ask(workloadsRequest, { uri: document.uri.toString() });
  const line = selection.active.line;
  const here =
    workloads.find(({ range }) => range.start.line <= line && line <= range.end.line) ??
    (workloads.length === 1 ? workloads[0] : undefined);
  const objects = parseManifests(document.getText());
  if (here?.name === undefined || !objects.ok) return undefined;
  const object = objects.value.find((one) => isNamed(one, here));
  if (object === undefined) return undefined;
  const namespace = await chooseNamespace(cluster, [object], title());
  if (namespace === undefined) return 'canceled';
  const mapped = await createRestMapper(cluster.connection, namespace, new AbortController().signal)(object);
  return mapped.ok ? mapped.value : undefined;
}

function isNamed(
  object: unknown,
  { kind, name, namespace }: { readonly kind: string; readonly name?: string; readonly namespace?: string },
): boolean {
  return (
    getString(object, 'kind') === kind &&
    getString(object, 'metadata', 'name') === name &&
    getString(object, 'metadata', 'namespace') === namespace
  );
}
