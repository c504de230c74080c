/**
 * Sends documents with their schemas to yaml-language-server in the second process. Each document replaces the previous
 * one, because that server keeps all open documents in memory.
 */
import { getList, getString, isJsonObject } from '#core/common/json.ts';
import type { Position } from 'vscode-languageserver';
import type { CrdSchema } from '../../engine/workspace/crds/crdSchema.ts';
import { ChildServer, initializeServer, type ChildRun, type ChildServerOptions } from './childServer.ts';
import { jsonSchemaText } from './jsonSchema.ts';

/** A text and the schema of its object. */
export interface SchemaDocument {
  readonly text: string;
  readonly schema: CrdSchema;
}

/** Maximum number of schemas per process, which keeps them all in memory. */
const maxSchemas = 100;

const yamlSettings = {
  schemaStore: { enable: false },
  kubernetesCRDStore: { enable: false },
  hoverSchemaSource: false,
  disableDefaultProperties: true,
  // Kubernetes reads YAML 1.1.
  yamlVersion: '1.1',
};

/** Number of URIs that checked documents use in turn, so that late diagnostics aren't assigned to the next document. */
const uriCount = 4;

/** A document of the second process. */
interface Slot {
  readonly name: string;
  uri: string;
  version: number;
  /** The process that has the document, and the content that it has. */
  run?: ChildRun;
  sent?: SchemaDocument;
  /** Resolves when the last request is complete. */
  last: Promise<unknown>;
}

const createSlot = (name: string): Slot => ({
  name,
  uri: `osc-document:///${name}.yaml`,
  version: 0,
  last: Promise.resolve(),
});

/** yaml-language-server in a child process. */
export class YamlServer {
  readonly #child: ChildServer;
  /** The document that the user edits, and the one that is checked. */
  readonly #edited = createSlot('edited');
  readonly #checked = createSlot('checked');
  readonly #schemas = new Map<string, CrdSchema>();
  readonly #uris = new WeakMap<CrdSchema, string>();
  #count = 0;

  constructor(options: Omit<ChildServerOptions, 'respond' | 'initialize'>) {
    this.#child = new ChildServer({
      ...options,
      respond: (method, params) => this.#respond(method, params),
      initialize,
    });
  }

  /** Returns the result of a request at a position, or undefined. */
  async at(method: string, document: SchemaDocument, position: Position, isStale: () => boolean): Promise<unknown> {
    return this.#use(this.#edited, document, isStale, (run, uri) =>
      run.request(method, { textDocument: { uri }, position }),
    );
  }

  /** Returns the diagnostics of a document, or undefined. */
  async diagnostics(document: SchemaDocument, isStale: () => boolean): Promise<unknown> {
    const slot = this.#checked;
    return this.#use(slot, document, isStale, async (run, uri) => {
      const found = await run.diagnostics(uri);
      run.notify('textDocument/didClose', { textDocument: { uri } });
      delete slot.run;
      slot.uri = `osc-document:///${slot.name}-${slot.version % uriCount}.yaml`;
      return found;
    });
  }

  stop(): void {
    this.#child.stop();
  }

  /** Opens or updates a document in the process, and sends a request. Requests for the same slot run in order. */
  #use(
    slot: Slot,
    document: SchemaDocument,
    isStale: () => boolean,
    ask: (run: ChildRun, uri: string) => Promise<unknown>,
  ): Promise<unknown> {
    const result = slot.last.then(async () => {
      if (isStale()) return undefined;
      if (this.#schemas.size >= maxSchemas) {
        this.stop();
        this.#schemas.clear();
      }
      const run = await this.#child.run();
      if (run === undefined || isStale()) return undefined;
      this.#sendDocument(slot, run, document);
      return ask(run, slot.uri);
    });
    slot.last = result.catch(() => undefined);
    return result;
  }

  #sendDocument(slot: Slot, run: ChildRun, document: SchemaDocument): void {
    const { uri, sent } = slot;
    const isOpen = slot.run === run;
    if (isOpen && sent?.text === document.text && sent.schema === document.schema) return;
    slot.run = run;
    slot.sent = document;
    slot.version += 1;
    const { text } = document;
    const { version } = slot;
    if (isOpen) run.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
    else run.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version, text } });
  }

  #respond(method: string, params: unknown): unknown {
    if (method === 'workspace/configuration')
      return getList(params, 'items').map((item) => this.#configuration(getString(item, 'section'), item));
    const [name] = Array.isArray(params) ? (params as readonly unknown[]) : [params];
    if (method === 'custom/schema/request') {
      const slot = [this.#edited, this.#checked].find(({ uri }) => uri === name);
      return slot?.sent === undefined ? null : [this.#schemaUri(slot.sent.schema)];
    }
    if (method === 'custom/schema/content') {
      const schema = typeof name === 'string' ? this.#schemas.get(name) : undefined;
      return schema === undefined ? null : jsonSchemaText(schema);
    }
    return null;
  }

  #configuration(section: string | undefined, item: unknown): unknown {
    if (section === 'yaml') return yamlSettings;
    if (section === 'editor') return { tabSize: 2, detectIndentation: false };
    // The process only validates the document that is checked.
    const isChecked = getString(item, 'scopeUri') === this.#checked.uri;
    return section === '[yaml]' && isJsonObject(item) && 'scopeUri' in item ? { 'yaml.validate': isChecked } : {};
  }

  #schemaUri(schema: CrdSchema): string {
    let uri = this.#uris.get(schema);
    if (uri === undefined) {
      this.#count += 1;
      uri = `osc-schema:///${this.#count}.json`;
      this.#uris.set(schema, uri);
    }
    this.#schemas.set(uri, schema);
    return uri;
  }
}

async function initialize(run: ChildRun): Promise<boolean> {
  const isReady = await initializeServer(run, {
    processId: null,
    rootUri: null,
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        completion: { completionItem: { documentationFormat: ['markdown'], snippetSupport: true } },
        hover: { contentFormat: ['markdown'] },
      },
    },
  });
  if (isReady) run.notify('yaml/registerCustomSchemaRequest', {});
  return isReady;
}
