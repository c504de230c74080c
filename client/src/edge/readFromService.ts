/**
 * Reads all lists from the configured service and shows them in the view. Throws an error if the workspace isn't
 * trusted.
 */
import * as l10n from '@vscode/l10n';
import { commands, workspace } from 'vscode';
import { formatDuration } from '#core/text/durations.ts';
import { edgeReadActions } from './service/edgeActions.ts';
import { EdgeService, endpointProblem } from './service/edgeService.ts';
import { readEdge } from './service/readEdgeResources.ts';
import type { EdgeKeys } from './service/signRequest.ts';
import { openSetting } from '../vscode/openSetting.ts';
import { openSettingTitle } from '../vscode/settingSearch.ts';
import { showProgress } from '../vscode/prompts/showInput.ts';
import { readKeys } from './accountKeys.ts';
import type { EdgeViewContext } from './context.ts';

export async function askService(tools: EdgeViewContext): Promise<void> {
  if (!workspace.isTrusted) throw new Error(l10n.t`Can't contact the edge hosting service in an untrusted workspace`);
  const { settings, notify, sources, reveal, clock, log } = tools;
  const { endpoint, region, version } = settings.edge();
  if (endpoint === '')
    return wantSettings(tools, l10n.t`No edge hosting service is configured. The osc.edge.endpoint setting is empty.`);
  const wrong = endpointProblem(endpoint);
  if (wrong !== undefined) return wantSettings(tools, wrong);
  const keys = await readKeys(tools.secrets);
  if (keys === undefined) {
    const set = l10n.t`Set Access Key`;
    if (
      (await notify.tell('info', l10n.t`The edge hosting service requires an access key, but none is set.`, set)) ===
      set
    )
      await commands.executeCommand('osc.edge.setKeys');
    return;
  }
  const service = new EdgeService({ endpoint, region, version, keys, clock, chance: Math.random });
  try {
    if (!(await agrees(tools, service.host, region, keys))) return;
    const { name } = sources.begin(`${service.host} ${region}`, { kind: 'service', host: service.host, region });
    await reveal();
    const over = new AbortController();
    const read = await showProgress(
      l10n.t`Querying ${service.host}...`,
      async (cancelled, say) => {
        const listening = cancelled.onCancellationRequested(() => over.abort());
        try {
          return await readEdge(service, clock, over.signal, say);
        } finally {
          listening.dispose();
        }
      },
      true,
    );
    if (over.signal.aborted) return sources.fail(name);
    if (!read.ok) {
      sources.fail(name, read.error.message);
      log.warn(`edge hosting: ${read.error.message}`);
      return;
    }
    sources.finish(name, read.value.sources, read.value.problems, skewWords(service));
  } finally {
    service.close();
  }
}

/** Asks the user to confirm access. Asks once per host and region in each window. */
async function agrees(
  { notify, agreed }: EdgeViewContext,
  host: string,
  region: string,
  { accessKeyId }: EdgeKeys,
): Promise<boolean> {
  if (agreed.has(`${host} ${region}`)) return true;
  const detail = [
    l10n.t(
      'Calls {0} read-only API actions in region {2}: {3}. Uses the access key that ends in {1}. Makes no changes.',
      Object.keys(edgeReadActions).length,
      accessKeyId.slice(-4),
      region,
      Object.keys(edgeReadActions).join(', '),
    ),
    l10n.t`This feature is based on public documentation and has never been tested against the service.`,
  ].join('\n\n');
  const yes = await notify.confirm(l10n.t`Query ${host} for edge clusters?`, detail, l10n.t`Query`);
  if (yes) agreed.add(`${host} ${region}`);
  return yes;
}

async function wantSettings({ notify }: EdgeViewContext, message: string): Promise<void> {
  if ((await notify.tell('info', message, openSettingTitle())) === openSettingTitle())
    await openSetting('osc.edge.endpoint');
}

function skewWords({ host, skew }: EdgeService): readonly string[] {
  if (skew === 0) return [];
  const time = formatDuration(Math.abs(skew));
  return [
    skew > 0
      ? l10n.t`The clock on ${host} is ${time} ahead of this computer's clock, so requests were signed with the service's time.`
      : l10n.t`The clock on ${host} is ${time} behind this computer's clock, so requests were signed with the service's time.`,
  ];
}
