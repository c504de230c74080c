/** Checks open files with the settings and the workspace as they are now. Everything that shows findings asks here. */
import type { OpenFile } from '../documents/openFiles.ts';
import type { Observable } from '../observable.ts';
import type { YamlExtensionParams } from '../protocol.ts';
import type { FileSettings, ServerSettings } from '../settings.ts';
import type { WorkspaceIndex } from '../workspace/workspaceIndex.ts';
import { checkFile, type FileFinding } from './run.ts';

/** What a check of a file gave. */
export interface CheckResult {
  readonly version: number;
  readonly findings: readonly FileFinding[];
  readonly settings: FileSettings;
}

export class Checker {
  readonly #settings: ServerSettings;
  readonly #workspace: WorkspaceIndex;
  readonly #yamlExtension: Observable<YamlExtensionParams>;
  readonly #log: (message: string) => void;

  constructor(settings: ServerSettings, workspace: WorkspaceIndex, yamlExtension: Observable<YamlExtensionParams>, log: (message: string) => void) {
    this.#settings = settings;
    this.#workspace = workspace;
    this.#yamlExtension = yamlExtension;
    this.#log = log;
  }

  /** The findings of a file as its text is now; undefined when the text changed meanwhile, so that nobody wants them. */
  async check(file: OpenFile): Promise<CheckResult | undefined> {
    const version = file.version;
    const isStale = () => file.version !== version;
    const settings = await this.#settings.for(file.uri);
    if (isStale()) return undefined;
    const findings = await checkFile(
      file.uri,
      file.documents,
      {
        release: settings.release,
        severities: settings.severities,
        workspace: this.#workspace.facts(),
        yamlCheckedElsewhere: this.#yamlExtension.value.validates,
        onError: this.#log,
      },
      isStale,
    );
    return findings === undefined ? undefined : { version, findings, settings };
  }
}
