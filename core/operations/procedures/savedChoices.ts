/**
 * Converts the user's choices for an operation to JSON and back. The JSON is stored while the operation is paused and
 * validated when it's read. Never stores credentials. All functions are pure.
 */
import { omitUndefined, getBoolean, isJsonObject, getString } from '#core/common/json.ts';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { listInstallManifests, readInstallation, type InstallManifests } from '../changes/installManifests.ts';
import type { KeptChoices } from '../procedure.ts';

/** Choices for setting the log level. */
export interface LogLevelChoices {
  /** One of `logLevels`. */
  readonly level: string;
}

/** Choices for an uninstall. */
export interface UninstallChoices {
  /** True to delete the namespace with all its contents. */
  readonly namespace: boolean;
  /** True to delete the KataConfig CRD. */
  readonly crd: boolean;
  /** True if OLM v1 installed the operator, so that its ClusterExtension is deleted. */
  readonly extension?: true;
}

/** Choices for an update. */
export interface UpdateChoices {
  /** Channel to change to, if it isn't the current channel of the Subscription. */
  readonly channel?: string;
}

export const keptInstall: KeptChoices<InstallManifests> = {
  write(choices) {
    const manifests = listInstallManifests(choices);
    return manifests.some((manifest) => getString(manifest, 'kind') === 'Secret') ? undefined : manifests;
  },
  read(kept) {
    const manifests = Array.isArray(kept) ? kept.filter((one: unknown) => isJsonObject(one)) : [];
    const read = readInstallation(manifests);
    return read.ok ? read.value : undefined;
  },
};

export const keptUninstall: KeptChoices<UninstallChoices> = {
  write: ({ namespace, crd, extension }) => ({ namespace, crd, ...omitUndefined({ extension }) }),
  read(kept) {
    const [namespace, crd] = [getBoolean(kept, 'namespace'), getBoolean(kept, 'crd')];
    if (namespace === undefined || crd === undefined) return undefined;
    return { namespace, crd, ...(getBoolean(kept, 'extension') === true ? { extension: true } : {}) };
  },
};

export const keptUpdate: KeptChoices<UpdateChoices> = {
  write: ({ channel }) => (channel === undefined ? {} : { channel }),
  read(kept) {
    if (!isJsonObject(kept)) return undefined;
    const channel = getString(kept, 'channel');
    return channel === undefined ? {} : /^[\w.-]{1,100}$/.test(channel) ? { channel } : undefined;
  },
};

export const keptLogLevel: KeptChoices<LogLevelChoices> = {
  write: ({ level }) => ({ level }),
  read(kept) {
    const level = getString(kept, 'level');
    return level !== undefined && Object.hasOwn(logLevels, level) ? { level } : undefined;
  },
};

export const keptNothing: KeptChoices<Readonly<Record<string, never>>> = { write: () => ({}), read: () => ({}) };
