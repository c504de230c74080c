/** Writes runbooks that change settings, for `osc-tools runbook`. Loaded when it runs. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { succeed, type Result } from '#core/common/result.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderGitOpsFolder, type GitOpsFile } from '#core/operations/runbook/gitOpsFolder.ts';
import type { Runbook } from '#core/operations/runbook/runbook.ts';
import { createOfflineSettingRunbook, type Setting } from '#core/operations/runbook/settingRunbook.ts';
import { createInEnglish } from '#core/text/language.ts';
import { clusterOrder, type ClusterOptions } from './clusterOptions.ts';
import { loadRunbookReader } from './commands/preflight.ts';
import { runbookYaml, toTargetCluster } from './runbookWriter.ts';
import type { RunbookOptions } from './runbookOptions.ts';

/** Cluster of the runbook: a context to read, or the only server on which the script runs. */
export type RunbookTarget = Partial<ClusterOptions> & RunbookOptions;

/**
 * Returns the setting of a cluster, or why it can't be changed.
 * @param snapshot undefined for any cluster
 */
export type ChooseSetting = (snapshot: Snapshot | undefined) => Result<Setting, string>;

/** A runbook, or why there is none. `isUsage` is true for wrong options and clusters that can't be read. */
export type CreatedRunbook =
  | { readonly runbook: Runbook; readonly problem?: undefined }
  | { readonly problem: string; readonly isUsage: boolean };

/** Creates the runbook, and reads the cluster of the context if there is one. */
export async function createRunbookOfSetting(target: RunbookTarget, choose: ChooseSetting): Promise<CreatedRunbook> {
  const { context, allowExec = false, timeout = 60, kubeconfig } = target;
  if (context === undefined) {
    const setting = createInEnglish(() => choose(undefined));
    if (!setting.ok) return { problem: setting.error, isUsage: true };
    return {
      runbook: createInEnglish(() => createOfflineSettingRunbook(setting.value, toTargetCluster(target), Date.now())),
    };
  }
  const { createClusterRunbook } = await loadRunbookReader();
  const order = { context, allowExec, timeout, ...(kubeconfig === undefined ? {} : { kubeconfig }) };
  const read = await createClusterRunbook(clusterOrder(order), choose);
  if (!read.ok) return { problem: read.error, isUsage: true };
  return 'runbook' in read.value ? read.value : { problem: read.value.refused, isUsage: false };
}

/** Renders a script. */
export function renderScript(runbook: Runbook): string {
  return createInEnglish(() => renderBashRunbook(runbook, runbookYaml));
}

/** Renders a folder of manifests. If that isn't possible, the error is a message for the user. */
export function renderFolder(runbook: Runbook, isArgo: boolean): Result<readonly GitOpsFile[], string> {
  const folder = createInEnglish(() => renderGitOpsFolder(runbook, runbookYaml, isArgo));
  return folder.ok ? succeed(folder.value) : folder;
}
