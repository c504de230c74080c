/**
 * Decides whether a file can use the second process. Loads the code for it only if the workspace or the open
 * cluster has schemas. In a browser, there is no second process.
 */
import type { CompletionItem, Diagnostic, Hover, Position } from 'vscode-languageserver';
import type { FileFinding } from '../../engine/findings/fileFinding.ts';
import type { KubernetesFieldsSetting } from '../../engine/fileSettings.ts';
import type { IndexedCrd } from '../../engine/workspace/crds/readCrds.ts';
import type { OpenFile } from '../../engine/workspace/openFile.ts';
import type { ForeignObjects } from './foreignObjects.ts';
import type { SecondProcessContext } from './secondProcessContext.ts';

type Ask<Of> = (objects: ForeignObjects, crds: readonly IndexedCrd[]) => Promise<Of>;

/** Describes the objects of other operators where the server has no result of its own. */
export class SecondProcess {
  readonly #context: SecondProcessContext;
  #objects: Promise<ForeignObjects> | undefined;

  constructor(context: SecondProcessContext) {
    this.#context = context;
  }

  async completion(file: OpenFile, position: Position): Promise<readonly CompletionItem[]> {
    const found = await this.#ask(file, ['auto', 'on'], (objects, crds) => objects.completion(file, position, crds));
    return found ?? [];
  }

  async hover(file: OpenFile, position: Position): Promise<Hover | undefined> {
    return this.#ask(file, ['auto', 'on'], (objects, crds) => objects.hover(file, position, crds));
  }

  /**
   * Returns the problems that the rules don't find.
   * @param findings the findings of the rules
   */
  async diagnostics(file: OpenFile, findings: readonly FileFinding[]): Promise<readonly Diagnostic[]> {
    return (await this.#ask(file, ['on'], (objects, crds) => objects.diagnostics(file, findings, crds))) ?? [];
  }

  /** Asks for a result if a setting allows it. The Red Hat YAML extension already runs the same language server. */
  async #ask<Of>(file: OpenFile, allowed: readonly KubernetesFieldsSetting[], ask: Ask<Of>): Promise<Of | undefined> {
    const { settings, workspace, yamlExtension } = this.#context;
    const { version } = file;
    const crds = workspace.facts()?.crds ?? [];
    if (crds.length === 0 || file.language !== 'yaml' || yamlExtension.value.active) return undefined;
    const { kubernetesFields = 'auto' } = await settings.for(file.uri);
    if (!allowed.includes(kubernetesFields)) return undefined;
    this.#objects ??= import('./foreignObjects.ts').then((loaded) => loaded.createForeignObjects(this.#context));
    const objects = await this.#objects;
    return file.version === version ? ask(objects, crds) : undefined;
  }
}
