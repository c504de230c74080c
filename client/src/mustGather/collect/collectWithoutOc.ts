/** Offers alternatives if oc isn't available: download it, configure its path, or collect through the API. */
import * as l10n from '@vscode/l10n';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { env, Uri } from 'vscode';
import { createFolderName } from '#core/mustGather/collectArguments.ts';
import { describeSize, estimateSize, sizeRemarks } from '#core/mustGather/collectionSize.ts';
import type { OcUnusable } from '#client/oc/usableOc.ts';
import { openSetting } from '#client/vscode/openSetting.ts';
import { openSettingTitle } from '#client/vscode/settingSearch.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { MustGatherContext } from '../context.ts';
import { collectAndRecord } from './api/collectAndRecord.ts';
import { lookAtDestination, makeDestination } from './run/destination.ts';
import { offerCollectedMustGather } from './collectMustGather.ts';
import { byApi, getOc, listOcAlternatives } from './ocAlternatives.ts';
import { ocPage } from './ocDownloadPage.ts';
import { nodeCountOf } from './run/collectPreflight.ts';

export async function withoutOc(
  tools: MustGatherContext,
  cluster: OpenCluster,
  { why, message }: OcUnusable,
): Promise<void> {
  const detail = l10n.t`You can collect through the API without oc, but then the must-gather contains no node journals or audit logs.`;
  const chosen = await tools.notify.choose(message, detail, ...listOcAlternatives(why));
  if (chosen === getOc()) await env.openExternal(Uri.parse(ocPage(cluster.consoleUrl), true));
  else if (chosen === openSettingTitle()) await openSetting('osc.oc.path');
  else if (chosen === byApi()) await collectThroughApi(tools, cluster);
}

/** Collects through the API after a confirmation. Creates nothing on the cluster. */
export async function collectThroughApi(tools: MustGatherContext, cluster: OpenCluster): Promise<void> {
  const { context, server, connection, snapshot } = cluster;
  const folder = path.join(tools.collections.usual, createFolderName(context, tools.clock.now()));
  if (!(await isConfirmed(tools, cluster, folder))) return;
  await makeDestination(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 });
  const stop = new AbortController();
  let [phase, size] = ['', ''];
  const collected = await showProgress(
    formatDocumentTitle(l10n.t`Must-gather`, context),
    (cancelled, say) => {
      cancelled.onCancellationRequested(() => stop.abort());
      return collectAndRecord({
        connection,
        snapshot,
        context,
        server,
        folder,
        clock: tools.clock,
        signal: stop.signal,
        say: (text) => {
          phase = text;
          say(size === '' ? phase : `${phase} · ${size}`);
        },
        maxBytes: tools.settings.mustGatherMaxBytes(),
        onSize: (progress) => {
          size = describeSize(progress);
          say(phase === '' ? size : `${phase} · ${size}`);
        },
      });
    },
    true,
  );
  const { end, words } = collected.outcome;
  await offerCollectedMustGather(
    tools,
    folder,
    words,
    end === 'partial' && collected.problems.length === 0 ? 'info' : 'warning',
    collected.hasFiles,
  );
}

/** Shows what is collected and the expected size, and asks the user to confirm. */
async function isConfirmed(
  tools: MustGatherContext,
  { context, server, snapshot }: OpenCluster,
  folder: string,
): Promise<boolean> {
  const sizes = (await tools.collections.all()).flatMap((one) => one.size ?? []);
  const nodeCount = nodeCountOf(snapshot);
  const { freeBytes } = await lookAtDestination(path.dirname(folder), []);
  const detail = [
    l10n.t`The collection includes these items, if you have permission to read them: KataConfig, operator, nodes, pools, Kata pods and their Warning events, and pod logs from the operator and the Machine Config Operator. Collecting doesn't change the cluster.`,
    l10n.t`Node journals and audit logs aren't included. Collecting them requires oc.`,
    l10n.t`The collection is saved to ${folder}. Secret values aren't read. Suspected credentials are redacted in other objects, but not in logs.`,
    ...sizeRemarks(estimateSize(sizes, { server, by: 'api', nodeCount }), { freeBytes }).map(({ words }) => words),
  ].join('\n\n');
  return tools.notify.confirm(
    l10n.t`Collect a must-gather from ${context} (${server}) through the API?`,
    detail,
    l10n.t`Collect`,
  );
}
