/** Checks open files with the settings, the workspace and the cluster as they are now. Everything that shows findings asks here. */
import type { KnownCluster } from '../engine/cluster/knownCluster.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type { Observable } from '../engine/scheduling/observable.ts';
import type { YamlExtensionParams } from '../protocol/protocol.ts';
import type { FileSettings } from '../engine/fileSettings.ts';
import type { ServerSettings } from './settings.ts';
import type { WorkspaceFacts } from '../engine/workspace/workspaceSnapshot.ts';
import type { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';
import { loadPolicy } from '../policy/load.ts';
import { loadPromql } from '../promql/load.ts';
import { speaksOfKata } from '../engine/workspace/prometheusRules.ts';
import { loadStatuses } from '../status/load.ts';
import { mayHoldFilter } from '../status/mayContainStatus.ts';
import { statusDocuments } from '../status/statusDocuments.ts';
import type { ManifestEnvironment } from '../manifest/checkManifests.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';

/** What a check of a file gave. */
export interface CheckResult {
  readonly version: number;
  readonly findings: readonly FileFinding[];
  readonly settings: FileSettings;
}

/** All that a check depends on. */
interface Asked {
  readonly version: number;
  readonly settings: FileSettings;
  readonly workspace: WorkspaceFacts | undefined;
  readonly cluster: KnownCluster | undefined;
  readonly yamlCheckedElsewhere: boolean;
}

interface Check {
  readonly asked: Asked;
  readonly result: Promise<CheckResult | undefined>;
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

/** The rules are a bundle of their own: the server answers before they are loaded. */
export const loadRules = () => import('../manifest/manifestBundle.ts');

const embeddedRules = async () => (await loadPolicy()).embeddedRules;

function isPolicy({ language }: OpenFile): boolean {
  return language === 'rego' || language === 'toml';
}

/** What a cluster says changes by the second; to these it says nothing. */
function isOfNoCluster(file: OpenFile): boolean {
  return file.language !== 'yaml' && file.language !== 'env';
}

async function findingsOf(file: OpenFile, environment: ManifestEnvironment, isStale: () => boolean): Promise<readonly FileFinding[] | undefined> {
  if (isPolicy(file)) {
    const { checkOpenFile } = await loadPolicy();
    return isStale() ? undefined : checkOpenFile(file, { ...environment, now: Date.now() }, isStale);
  }
  if (file.language === 'promql') {
    const { checkPromql } = await loadPromql();
    return isStale() ? undefined : checkPromql(file.text.getText(), environment);
  }
  if (file.language === 'markdown') return [];
  if (file.language === 'json') return findingsOfFilters(file, environment, isStale);
  const { checkFile } = await loadRules();
  const { documents } = file;
  const manifests = await checkFile(file.uri, documents, environment, isStale);
  if (manifests === undefined) return undefined;
  const found: FileFinding[][] = [manifests];
  // Most files hold neither expressions nor filters: what knows PromQL and statuses is not even loaded for them.
  if (documents.some(({ document }) => speaksOfKata(document))) {
    const { checkPrometheusRules } = await loadPromql();
    if (isStale()) return undefined;
    found.push(checkPrometheusRules(documents, environment));
  }
  const filters = await findingsOfFilters(file, environment, isStale);
  if (filters === undefined) return undefined;
  if (filters.length > 0) found.push(filters);
  return found.length === 1 ? manifests : found.flat().sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Those of requests to the API of edge hosting. */
async function findingsOfFilters(file: OpenFile, environment: ManifestEnvironment, isStale: () => boolean): Promise<FileFinding[] | undefined> {
  const documents = statusDocuments(file);
  if (!documents.some(({ document }) => mayHoldFilter(document))) return [];
  const { checkStatusFilters } = await loadStatuses();
  return isStale() ? undefined : checkStatusFilters(file.uri, documents, environment);
}

export class Checker {
  readonly #settings: ServerSettings;
  readonly #workspace: WorkspaceIndex;
  readonly #cluster: Observable<KnownCluster | undefined>;
  readonly #yamlExtension: Observable<YamlExtensionParams>;
  readonly #log: (message: string) => void;
  /** The last check of each file, under way or done: whoever asks for the same has the same. */
  readonly #last = new WeakMap<OpenFile, Check>();

  constructor(
    settings: ServerSettings,
    workspace: WorkspaceIndex,
    cluster: Observable<KnownCluster | undefined>,
    yamlExtension: Observable<YamlExtensionParams>,
    log: (message: string) => void,
  ) {
    this.#settings = settings;
    this.#workspace = workspace;
    this.#cluster = cluster;
    this.#yamlExtension = yamlExtension;
    this.#log = log;
  }

  /** The findings of a file as its text is now; undefined when the text changed meanwhile, so that nobody wants them. */
  async check(file: OpenFile): Promise<CheckResult | undefined> {
    const { version } = file;
    const settings = await this.#settings.for(file.uri);
    if (file.version !== version) return undefined;
    const asked = this.#asked(file, settings, this.#yamlExtension.value.validates);
    const last = this.#last.get(file);
    if (last !== undefined && isSame(last.asked, asked)) return last.result;
    const result = this.#check(file, asked);
    this.#last.set(file, { asked, result });
    return result;
  }

  /** The findings of a file that isn't open. Another YAML extension checks open files only. */
  async checkClosed(file: OpenFile): Promise<CheckResult | undefined> {
    return this.#check(file, this.#asked(file, await this.#settings.for(file.uri), false));
  }

  #asked(file: OpenFile, settings: FileSettings, yamlCheckedElsewhere: boolean): Asked {
    return {
      version: file.version,
      settings,
      workspace: this.#workspace.facts(),
      // Also skips policies and initdata, because checking them takes long.
      cluster: isOfNoCluster(file) ? undefined : this.#cluster.value,
      yamlCheckedElsewhere,
    };
  }

  async #check(file: OpenFile, { version, settings, workspace, cluster, yamlCheckedElsewhere }: Asked): Promise<CheckResult | undefined> {
    const { release, severities } = settings;
    const environment = { release, severities, workspace, cluster, yamlCheckedElsewhere, embeddedRules, onError: this.#log };
    const findings = await findingsOf(file, environment, () => file.version !== version);
    return findings === undefined ? undefined : { version, findings, settings };
  }
}
