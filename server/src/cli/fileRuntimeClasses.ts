/** Reads the RuntimeClasses in the files of `osc-tools size`, whose overheads replace the documented ones. */
import { parseQuantity, type Quantity } from '#core/common/quantity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString, type YamlNode } from '#server/engine/yaml/node.ts';
import { overheadsOf, type SourcedAmounts } from '#server/manifest/localPodSize.ts';

/** Handlers of the runtime classes whose pods the command calculates. */
type KataHandler = 'kata' | 'kata-remote';

/** A RuntimeClass of a file. */
interface FileRuntimeClass {
  readonly handler: string;
  readonly overhead: SourcedAmounts;
}

/** The RuntimeClasses in files, by name. */
export class FileRuntimeClasses {
  readonly #classes = new Map<string, FileRuntimeClass[]>();

  /**
   * Adds a RuntimeClass.
   * @returns the problem because of which the object is ignored, as an English clause, and its offset in the document
   */
  add(manifest: Manifest, file: string): { readonly text: string; readonly start: number } | undefined {
    const { root, name } = manifest;
    if (name === undefined) return undefined;
    const amounts: Record<'memory' | 'cpu', Quantity> = { memory: 0n, cpu: 0n };
    for (const resource of ['memory', 'cpu'] as const) {
      const node = findYamlNode(root, ['overhead', 'podFixed', resource]);
      const amount = node === undefined ? 0n : quantityOf(node);
      if (node !== undefined && (amount === undefined || amount < 0n))
        return { text: `overhead.podFixed.${resource} isn't a valid quantity`, start: node.start };
      amounts[resource] = amount ?? 0n;
    }
    const overhead = { ...amounts, source: `RuntimeClass ${name} in ${file}` };
    const others = this.#classes.get(name) ?? [];
    this.#classes.set(name, [...others, { handler: getYamlString(root, ['handler']) ?? '', overhead }]);
    return undefined;
  }

  /** Returns the handler of a class. Classes that aren't in the files have their name as the handler. */
  handlerOf(name: string): KataHandler | undefined {
    const handler = this.#classes.get(name)?.[0]?.handler ?? name;
    return handler === 'kata' || handler === 'kata-remote' ? handler : undefined;
  }

  /** Returns the overheads of a class in the files, or else the documented ones. */
  overheadsOf(name: string): readonly SourcedAmounts[] {
    return this.#classes.get(name)?.map(({ overhead }) => overhead) ?? overheadsOf(name);
  }
}

function quantityOf(node: YamlNode): Quantity | undefined {
  return node.type === 'scalar' && !node.unknown && node.value !== null ? parseQuantity(node.text) : undefined;
}
