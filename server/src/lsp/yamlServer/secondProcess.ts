/**
 * Decides whether a file can use the second process. Loads the code for it only if the workspace or the open
 * cluster has schemas. In a browser, there is no second process.
 */
import type { CompletionItem, Diagnostic, Hover, Position } from 'vscode-languageserver';
import type { FileFinding } from '../../engine/findings/fileFinding.ts';
import type { KubernetesFieldsSetting } from '../../engine/fileSettings.ts';
import type { IndexedCrd } from '../../engine/workspace/crds/readCrds.ts';
import type { OpenFile } from '../../engine/workspace/openFile.ts';
import type { YamlServerFeatures } from './yamlServerFeatures.ts';
import type { SecondProcessContext } from './secondProcessContext.ts';

type Request<Of> = (features: YamlServerFeatures, crds: readonly IndexedCrd[]) => Promise<Of>;

/** Describes the objects of other operators where the server has no result of its own. */
export class SecondProcess {
  readonly #context: SecondProcessContext;
  #features: Promise<YamlServerFeatures> | undefined;

  constructor(context: SecondProcessContext) {
    this.#context = context;
  }

  async completion(file: OpenFile, position: Position): Promise<readonly CompletionItem[]> {
    const found = await this.#request(file, ['auto', 'on'], (features, crds) =>
      features.completion(file, position, crds),
    );
    return found ?? [];
  }

  async hover(file: OpenFile, position: Position): Promise<Hover | undefined> {
    return this.#request(file, ['auto', 'on'], (features, crds) => features.hover(file, position, crds));
  }

  /**
   * Returns the problems that the rules don't find.
   * @param findings the findings of the rules
   */
  async diagnostics(file: OpenFile, findings: readonly FileFinding[]): Promise<readonly Diagnostic[]> {
    return (await this.#request(file, ['on'], (features, crds) => features.diagnostics(file, findings, crds))) ?? [];
  }

  /** Requests a result if the setting allows it. The Red Hat YAML extension already runs the same language server. */
  async #request<Of>(
    file: OpenFile,
    allowed: readonly KubernetesFieldsSetting[],
    request: Request<Of>,
  ): Promise<Of | undefined> {
    const { settings, workspace, yamlExtension } = this.#context;
    const { version } = file;
    const crds = workspace.facts()?.crds ?? [];
    if (crds.length === 0 || file.language !== 'yaml' || yamlExtension.value.active) return undefined;
    const { kubernetesFields = 'auto' } = await settings.for(file.uri);
    if (!allowed.includes(kubernetesFields)) return undefined;
    this.#features ??= import('./yamlServerFeatures.ts').then((loaded) =>
      loaded.createYamlServerFeatures(this.#context),
    );
    const features = await this.#features;
    return file.version === version ? request(features, crds) : undefined;
  }
}
