/** A document of which the nodes were forgotten, and the object that it is, which stays the same meanwhile. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import type { Manifest } from './manifest.ts';
import type { MapNode, Node } from './node.ts';
import { parse, type ParsedDocument, type ReadDocument } from './parse/parse.ts';

/** What became of a text that was read before: its nodes are made again when somebody asks for them. */
export class Reread implements ReadDocument {
  readonly problems: ReadDocument['problems'];
  readonly template: boolean;
  readonly effort: number;
  readonly #text: string;
  #root: Node | undefined;

  constructor(text: string, { problems, template, effort }: ReadDocument) {
    this.#text = text;
    this.problems = problems;
    this.template = template;
    this.effort = effort;
  }

  get root(): Node | undefined {
    this.#root ??= parse(this.#text).root;
    return this.#root;
  }
}

/** The object that a document is as a whole. What is known of it is kept under it, so it must outlive its nodes. */
export class WholeDocument implements Manifest {
  readonly kind: KindKnowledge;
  readonly name: string | undefined;
  readonly #parsed: () => ParsedDocument;

  /** @param parsed the document as it was read last: of the same text */
  constructor({ kind, name }: Manifest, parsed: () => ParsedDocument) {
    this.kind = kind;
    this.name = name;
    this.#parsed = parsed;
  }

  get root(): MapNode {
    const { root } = this.#parsed();
    if (root?.type !== 'map') throw new Error('what was a map when it was read first is none now');
    return root;
  }
}
