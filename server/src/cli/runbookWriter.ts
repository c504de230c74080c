/** Writes runbooks for `osc-tools runbook`. Loaded when needed, because who checks files has no use for it. */
import { given } from '#core/common/json.ts';
import { documentedAnswers, installChoices, kataConfigManifest, type KataConfigAnswers } from '#core/operations/changes/installManifests.ts';
import { bashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { gitOpsFolder, type GitOpsFile } from '#core/operations/runbook/gitOpsFolder.ts';
import { installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { unknownSituation, type Runbook, type WriteYaml } from '#core/operations/runbook/runbook.ts';
import { uninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { updateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import type { Result } from '#core/common/result.ts';
import { writeYaml } from './io/writeYaml.ts';
import type { InstallOptions, KataConfigOptions, RunbookOptions, UninstallOptions, UpdateOptions } from './runbookOptions.ts';

export function writeInstall(options: InstallOptions): string {
  return bashRunbook(install(options), yaml);
}

/** The files of a folder; why there is none: a sentence. */
export function writeInstallFolder(options: InstallOptions): Result<readonly GitOpsFile[], string> {
  return gitOpsFolder(install(options), yaml, options.format === 'argo');
}

export function writeUpdate(options: UpdateOptions): string {
  return bashRunbook(updateRunbook(kataConfigManifest(kataConfigOf(options)), clusterOf(options)), yaml);
}

export function writeUninstall(options: UninstallOptions): string {
  return bashRunbook(uninstallRunbook(options, clusterOf(options)), yaml);
}

function install(options: InstallOptions): Runbook {
  const { channel, approval, startingCsv, source, sourceNamespace } = options;
  const answers = { channel, approval, source, kataConfig: kataConfigOf(options), ...given({ startingCsv, sourceNamespace }) };
  const cluster = clusterOf(options);
  return installRunbook(installChoices(answers), cluster === undefined ? undefined : { ...unknownSituation, ...cluster });
}

function kataConfigOf({ name, logLevel, peerPods, checkNodeEligibility }: KataConfigOptions): KataConfigAnswers {
  return { name: name ?? documentedAnswers.kataConfig.name, logLevel, checkNodeEligibility, enablePeerPods: peerPods };
}

function clusterOf({ cluster, server }: RunbookOptions): Runbook['cluster'] {
  // What is typed before nodes reboot: nothing would be typed by mistake.
  return server === undefined ? undefined : { context: cluster === undefined || cluster.trim() === '' ? server : cluster, server };
}

/** Words of YAML 1.1 (`y`, `on`) stand in quotation marks: kubectl takes them for true and false. */
const yaml: WriteYaml = (object) => writeYaml(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
