/** Generates runbooks for `osc-tools runbook`. Loaded on demand, because checking files doesn't need it. */
import { omitUndefined } from '#core/common/json.ts';
import {
  documentedInstallOptions,
  createInstallManifests,
  createKataConfigManifest,
  type KataConfigOptions,
} from '#core/operations/changes/installManifests.ts';
import { createExtensionOptions } from '#core/operations/changes/extensionManifests.ts';
import type { ExtensionInstallChoices } from '#core/operations/procedures/installExtension.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderGitOpsFolder, type GitOpsFile } from '#core/operations/runbook/gitOpsFolder.ts';
import { installExtensionRunbook, installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { unknownCluster, type Runbook, type WriteYaml } from '#core/operations/runbook/runbook.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import { newestRelease } from '#core/product/releases.ts';
import type { Result } from '#core/common/result.ts';
import { writeYaml } from './io/writeYaml.ts';
import type {
  InstallRunbookOptions,
  KataConfigRunbookOptions,
  RunbookOptions,
  UninstallOptions,
  UpdateRunbookOptions,
} from './runbookOptions.ts';

export function writeInstall(options: InstallRunbookOptions): string {
  return renderBashRunbook(install(options), runbookYaml);
}

/** Returns the files of a GitOps folder that installs OSC. If that fails, the error is a message for the user. */
export function writeInstallFolder(options: InstallRunbookOptions): Result<readonly GitOpsFile[], string> {
  return renderGitOpsFolder(install(options), runbookYaml, options.format === 'argo');
}

export function writeUpdate(options: UpdateRunbookOptions): string {
  return renderBashRunbook(
    createUpdateRunbook(createKataConfigManifest(kataConfigOf(options)), toTargetCluster(options)),
    runbookYaml,
  );
}

export function writeUninstall(options: UninstallOptions): string {
  return renderBashRunbook(createUninstallRunbook(options, toTargetCluster(options)), runbookYaml);
}

function install(options: InstallRunbookOptions): Runbook {
  const cluster = toTargetCluster(options);
  const situation = cluster === undefined ? undefined : { ...unknownCluster(), ...cluster };
  if (options.olm === 'v1') return installExtensionRunbook(extensionChoices(options), situation);
  const { channel, approval, startingCsv, source, sourceNamespace } = options;
  const answers = {
    channel,
    approval,
    source,
    kataConfig: kataConfigOf(options),
    ...omitUndefined({ startingCsv, sourceNamespace }),
  };
  return installRunbook(createInstallManifests(answers), situation);
}

function extensionChoices(options: InstallRunbookOptions): ExtensionInstallChoices {
  const { channel, release = newestRelease } = options;
  return {
    // OLM v1 must install the release for which the namespace to watch is right.
    extension: { ...createExtensionOptions(channel, `${release.id}.0`), version: `${release.id}.x` },
    kataConfig: createKataConfigManifest(kataConfigOf(options)),
  };
}

function kataConfigOf(options: KataConfigRunbookOptions): KataConfigOptions {
  const { name, label, logLevel, peerPods, checkNodeEligibility } = options;
  return {
    name: name ?? documentedInstallOptions.kataConfig.name,
    logLevel,
    checkNodeEligibility,
    enablePeerPods: peerPods,
    ...omitUndefined({ labels: label }),
  };
}

/** Returns the only cluster on which the script runs. Undefined for any cluster. */
export function toTargetCluster({ cluster, server }: RunbookOptions): Runbook['cluster'] {
  // The user types this name before nodes reboot. An empty name wouldn't protect against mistakes.
  return server === undefined
    ? undefined
    : { context: cluster === undefined || cluster.trim() === '' ? server : cluster, server };
}

/** Writes YAML. YAML 1.1 keywords (`y`, `on`) are quoted, because kubectl parses them as booleans. */
export const runbookYaml: WriteYaml = (object) =>
  writeYaml(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
