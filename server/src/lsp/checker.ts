/** Checks open files with the current settings, workspace, and cluster. All features that show findings use it. */
import type { Release } from '#core/product/releases.ts';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type { Observable } from '../engine/scheduling/observable.ts';
import type { YamlExtensionParams } from '../protocol/protocol.ts';
import type { FileSettings } from '../engine/fileSettings.ts';
import type { ServerSettings } from './settings.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';
import { checkFile } from '../engine/findings/checkFile.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';

/** The result of checking a file. */
export interface FileCheckResult {
  readonly version: number;
  readonly findings: readonly FileFinding[];
  readonly settings: FileSettings;
}

/** All inputs of a check. */
interface Asked {
  readonly version: number;
  readonly settings: FileSettings;
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly cluster: ValidationCluster | undefined;
  readonly yamlCheckedElsewhere: boolean;
}

interface Check {
  readonly asked: Asked;
  readonly result: Promise<FileCheckResult | undefined>;
}

function isSame(one: Asked, other: Asked): boolean {
  return (
    one.version === other.version &&
    one.settings === other.settings &&
    one.workspace === other.workspace &&
    one.cluster === other.cluster &&
    one.yamlCheckedElsewhere === other.yamlCheckedElsewhere
  );
}

/** Checks files with the language modules and caches the last result of each. */
export class Checker {
  readonly #modules: readonly LanguageModule[];
  readonly #settings: ServerSettings;
  readonly #workspace: WorkspaceIndex;
  readonly #cluster: Observable<ValidationCluster | undefined>;
  readonly #yamlExtension: Observable<YamlExtensionParams>;
  readonly #log: (message: string) => void;
  /** The last check of each file, running or completed. Callers with the same inputs share its result. */
  readonly #last = new WeakMap<OpenFile, Check>();

  constructor(
    modules: readonly LanguageModule[],
    settings: ServerSettings,
    workspace: WorkspaceIndex,
    cluster: Observable<ValidationCluster | undefined>,
    yamlExtension: Observable<YamlExtensionParams>,
    log: (message: string) => void,
  ) {
    this.#modules = modules;
    this.#settings = settings;
    this.#workspace = workspace;
    this.#cluster = cluster;
    this.#yamlExtension = yamlExtension;
    this.#log = log;
  }

  /** Returns the findings for the current text of a file. Returns undefined if the text changed in the meantime. */
  async check(file: OpenFile): Promise<FileCheckResult | undefined> {
    const { version } = file;
    const settings = await this.#settings.for(file.uri);
    if (file.version !== version) return undefined;
    // YAML extensions don't check JSON files.
    const isElsewhere = file.language !== 'json' && this.#yamlExtension.value.validates;
    const asked = this.#asked(file, settings, isElsewhere);
    const last = this.#last.get(file);
    if (last !== undefined && isSame(last.asked, asked)) return last.result;
    const result = this.#check(file, asked);
    this.#last.set(file, { asked, result });
    return result;
  }

  /**
   * Returns the findings of a closed file. Includes findings that another YAML extension would report, because that
   * extension checks only open files.
   */
  async checkClosed(file: OpenFile): Promise<FileCheckResult | undefined> {
    return this.#check(file, this.#asked(file, await this.#settings.for(file.uri), false));
  }

  /**
   * Returns the findings of a file for a release, as the command line reports them: without the cluster, and with the
   * severities in the settings.
   */
  async checkForRelease(file: OpenFile, release: Release): Promise<readonly FileFinding[]> {
    const { severities } = await this.#settings.for(file.uri);
    const environment = {
      checksKubernetes: false,
      release,
      severities,
      workspace: this.#workspace.facts(),
      yamlCheckedElsewhere: false,
      now: Date.now(),
      onError: this.#log,
    };
    return (await checkFile(this.#modules, file, environment, () => false)) ?? [];
  }

  #asked(file: OpenFile, settings: FileSettings, yamlCheckedElsewhere: boolean): Asked {
    return {
      version: file.version,
      settings,
      workspace: this.#workspace.facts(),
      // The cluster changes often. Files whose findings don't depend on it aren't checked again.
      cluster: this.#modules.some((module) => module.usesCluster === true && module.owns(file))
        ? this.#cluster.value
        : undefined,
      yamlCheckedElsewhere,
    };
  }

  async #check(
    file: OpenFile,
    { version, settings, workspace, cluster, yamlCheckedElsewhere }: Asked,
  ): Promise<FileCheckResult | undefined> {
    const { release, severities, kubernetesFields, kubernetesCheckedElsewhere = false } = settings;
    const environment = {
      checksKubernetes: kubernetesFields === 'on',
      release,
      severities,
      workspace,
      cluster,
      yamlCheckedElsewhere,
      kubernetesCheckedElsewhere: yamlCheckedElsewhere && kubernetesCheckedElsewhere,
      now: Date.now(),
      onError: this.#log,
    };
    const findings = await checkFile(this.#modules, file, environment, () => file.version !== version);
    return findings === undefined ? undefined : { version, findings, settings };
  }
}
