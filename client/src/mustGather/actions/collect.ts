/**
 * Collects a must-gather: asks for the options, runs preflight checks, shows the command and its effects, and runs it
 * after confirmation.
 */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { commands, window, workspace } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { omitUndefined } from '#core/common/json.ts';
import { createCollectArguments, createFolderName } from '#core/mustGather/collectArguments.ts';
import { imageFor } from '#core/mustGather/collectImage.ts';
import { remarksOn } from '#core/mustGather/collectPreflight.ts';
import { agreeText, reviewText, type ReviewParts } from '#core/mustGather/collectReview.ts';
import { listMissingFor } from '#core/operations/permissions/permittedActions.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { readOnlyMessage } from '#client/operations/engine/run/planRejection.ts';
import { describeRefusal } from '#client/operations/permissions/isPermitted.ts';
import type { OcCluster, OcProgram } from '#client/oc/oc.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { usableOc } from '#client/oc/usableOc.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { makeDestination } from '../collect/run/destination.ts';
import { gather } from '../collect/collectMustGather.ts';
import {
  chooseFolder,
  gatherChoices,
  gatherQuestion,
  setLevelFirst,
  type GatherSituation,
} from '../collect/collectQuestions.ts';
import type { CollectRequest } from '../collect/run/collectRun.ts';
import { logLevelOf, nodeCountOf, openShiftOf, readBefore } from '../collect/run/collectPreflight.ts';
import { byApi } from '../collect/ocAlternatives.ts';
import { collectThroughApi, withoutOc } from '../collect/collectWithoutOc.ts';
import type { MustGatherCommand, MustGatherContext } from '../context.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Collect Must-Gather`;

export const collect: MustGatherCommand = {
  id: 'osc.mustGather.collect',
  title: 'Collect Must-Gather...',
  icon: 'archive',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@6', 'open', ifPermitted('collectMustGather'))],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title(), { action: 'collectMustGather' });
    if (chosen === undefined) return;
    const { cluster } = chosen;
    if ((await isRefused(tools, cluster)) || (await isForbidden(tools, cluster))) return;
    const program = await usableOc(tools);
    if (!program.ok) return withoutOc(tools, cluster, program.error);
    const named = tools.clusters.ocCluster(cluster.context);
    if (named === undefined) {
      const message = l10n.t`${cluster.context} isn't in a kubeconfig file that oc can use, for example because VS Code runs in a pod. Collect the must-gather from another computer.`;
      return withoutOc(tools, cluster, { why: 'unnamed', message });
    }
    const situation = situationOf(tools, cluster);
    const answers = await askNamed(formatDocumentTitle(title(), cluster.context), (before) =>
      gatherQuestion(situation, before),
    );
    if (answers === undefined) return;
    if (answers.get('level') === setLevelFirst) {
      await commands.executeCommand('osc.kata.setLogLevel', cluster.context);
      return;
    }
    const folder = answers.get('folder') === chooseFolder ? await pickFolder() : answers.get('folder');
    if (folder === undefined) return;
    await review(tools, cluster, { program: program.value, named, folder, choices: gatherChoices(situation, answers) });
  },
};

/**
 * Returns whether the collection can't start. Read-only mode prevents it, because a must-gather creates a namespace and
 * a role binding on the cluster.
 */
async function isRefused(tools: MustGatherContext, cluster: OpenCluster): Promise<boolean> {
  const { settings, notify, gatherings } = tools;
  const { context } = cluster;
  if (settings.readOnly()) {
    const makes = l10n.t`To collect a must-gather, oc creates a namespace, pods, and a ClusterRoleBinding.`;
    const words = joinSentences(makes, readOnlyMessage(l10n.t`You can still collect a must-gather through the API.`));
    if ((await notify.tell('warning', words, byApi())) === byApi()) await collectThroughApi(tools, cluster);
    return true;
  }
  const target = gatherings.targetOf(context);
  if (target === undefined) return false;
  await notify.tell(
    'info',
    l10n.t`A must-gather from ${context} is already being collected in ${target}. Wait until it finishes, or cancel it.`,
  );
  return true;
}

/**
 * Returns whether the user lacks a permission that oc needs. Offers to collect through the API, which reads only what
 * the user has permission to read.
 */
async function isForbidden(tools: MustGatherContext, cluster: OpenCluster): Promise<boolean> {
  const { context, snapshot } = cluster;
  if (listMissingFor('collectMustGather', snapshot, cluster.permissions).length === 0) return false;
  const missing = listMissingFor('collectMustGather', snapshot, await cluster.reviewPermissions?.(0));
  if (missing.length === 0) return false;
  const words = `${describeRefusal(title(), context, missing)}${getSentenceSeparator()}${l10n.t`You can still collect a must-gather through the API.`}`;
  const list = l10n.t`Show My Permissions`;
  const chosen = await tools.notify.tell('warning', words, byApi(), list);
  if (chosen === byApi()) await collectThroughApi(tools, cluster);
  else if (chosen === list) await commands.executeCommand('osc.cluster.showPermissions', { context });
  return true;
}

function situationOf({ settings, collections }: MustGatherContext, { snapshot }: OpenCluster): GatherSituation {
  return {
    image: imageFor(getOperatorVersion(snapshot), settings.mustGatherImage()),
    logLevel: logLevelOf(snapshot),
    nodes: listItems(snapshot, 'nodes')
      .map(({ name }) => name)
      .toSorted(),
    destination: collections.usual,
  };
}

interface Wanted {
  readonly program: OcProgram;
  readonly named: OcCluster;
  readonly folder: string;
  readonly choices: CollectRequest['choices'];
}

async function review(
  tools: MustGatherContext,
  cluster: OpenCluster,
  { program, named, folder, choices }: Wanted,
): Promise<void> {
  const { context, server, snapshot, connection } = cluster;
  const name = createFolderName(context, tools.clock.now());
  const args = createCollectArguments(choices, name);
  if (!args.ok) {
    await tools.notify.tell('warning', args.error);
    return;
  }
  const roots = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
  const sizes = (await tools.collections.all()).flatMap(({ size }) => size ?? []);
  const before = await showProgress(l10n.t`Reading ${context}...`, () =>
    readBefore({
      connection,
      server,
      sizes,
      snapshot,
      choices,
      oc: program,
      folder,
      workspace: roots,
      signal: AbortSignal.timeout(60_000),
    }),
  );
  const remarks = remarksOn(choices, before);
  const command = [program.path, ...createOcArguments(named, args.value)];
  const parts: ReviewParts = { context, server, choices, command, folder, target: path.join(folder, name), remarks };
  await tools.texts.markdown(formatDocumentTitle(l10n.t`Must-gather`, context), reviewText(parts));
  const impossible = remarks.filter(({ verdict }) => verdict === 'fail').map(({ words }) => words);
  if (impossible.length > 0) {
    const problem = l10n.t`Can't collect a must-gather from ${context} with these options.`;
    await tools.notify.tell('warning', [problem, ...impossible].join(getSentenceSeparator()));
    return;
  }
  if (!(await isReviewed(context, command, named))) return;
  const question = l10n.t`Collect a must-gather from ${context} (${server})?`;
  if (!(await tools.notify.confirm(question, agreeText(parts), l10n.t`Collect`))) return;
  // The situation might have changed while the prompt was open.
  if (await isRefused(tools, cluster)) return;
  await makeDestination(folder);
  await gather(tools, cluster, {
    program,
    cluster: named,
    server,
    choices,
    args: args.value,
    folder,
    name,
    openShift: openShiftOf(snapshot),
    operator: getOperatorVersion(snapshot),
    ...omitUndefined({ nodeCount: nodeCountOf(snapshot), maxBytes: tools.settings.mustGatherMaxBytes() }),
  });
}

/** Returns whether the user reviewed the page and wants to continue. The user can also copy the command instead. */
async function isReviewed(context: string, command: readonly string[], { kubeconfig }: OcCluster): Promise<boolean> {
  const answers = await askNamed(formatDocumentTitle(title(), context), (before) =>
    before.has('go')
      ? undefined
      : {
          name: 'go',
          placeHolder: l10n.t`On the page that opened, review the resources to create, the checks, and the command`,
          items: [
            { label: withEllipsis(l10n.t`Collect`), value: 'collect' },
            { label: l10n.t`Copy Command`, value: 'copy' },
          ],
        },
  );
  if (answers?.get('go') === 'copy') {
    const several = kubeconfig.length > 1 ? `KUBECONFIG=${quoteShellCommand([kubeconfig.join(path.delimiter)])} ` : '';
    await copyText(`${several}${quoteShellCommand(command)}`);
  }
  return answers?.get('go') === 'collect';
}

async function pickFolder(): Promise<string | undefined> {
  const picked = await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    openLabel: l10n.t`Select`,
    title: title(),
  });
  return picked?.[0]?.fsPath;
}
