/**
 * Integrates with the Red Hat YAML extension (redhat.vscode-yaml). Registers our schema and detects which features that
 * extension provides, so that nothing is shown twice. Source of its API: redhat-developer/vscode-yaml
 * src/schema-extension-api.ts (registerContributor).
 */
import { extensions, workspace, type Disposable } from 'vscode';
import { formatKindApiVersion } from '#core/kinds/field.ts';
import type { YamlExtensionParams } from '#server/protocol/protocol.ts';
import type { Log } from '#client/vscode/log.ts';
import type { ExtensionSettings } from '#client/vscode/settings.ts';
import { declaresOwnKind } from './declaresOwnKind.ts';
import { handedKinds, handedSchema } from './yamlExtensionSchema.ts';

/** The part of the YAML extension's API that this module uses. */
interface SchemaContributors {
  registerContributor(
    scheme: string,
    requestSchema: (resource: string) => string | undefined,
    requestSchemaContent: (uri: string) => string | undefined,
    label?: string,
  ): boolean;
}

const extensionId = 'redhat.vscode-yaml';

export class YamlExtension implements Disposable {
  readonly #settings: ExtensionSettings;
  readonly #log: Log;
  readonly #listeners: ((params: YamlExtensionParams) => void)[] = [];
  readonly #subscriptions: readonly Disposable[];
  /** True if the YAML extension has our schema. */
  #isRegistered = false;
  /** Features that the YAML extension provides, and its schemas, as last determined, in JSON. */
  #params = '';

  constructor(settings: ExtensionSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
    this.#subscriptions = [
      extensions.onDidChange(() => this.#update()),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('yaml')) this.#update();
      }),
    ];
  }

  /**
   * Registers our schema if the YAML extension is installed. Returns the features that the YAML extension then
   * provides.
   */
  async handOver(): Promise<YamlExtensionParams> {
    const extension = extensions.getExtension<unknown>(extensionId);
    if (extension === undefined) this.#isRegistered = false;
    else if (!this.#isRegistered) {
      try {
        this.#isRegistered = register(await extension.activate(), this.#log);
      } catch (error) {
        this.#log.error(
          "The YAML extension didn't start, so this extension provides completion, hovers, and validation",
          error,
        );
      }
    }
    const active = this.#isRegistered;
    const does = (what: 'validate' | 'completion' | 'hover') => active && this.#settings.yamlExtensionDoes(what);
    const params = { active, validates: does('validate'), completes: does('completion'), hovers: does('hover') };
    this.#params = JSON.stringify([params, workspace.getConfiguration('yaml').get('schemas')]);
    return params;
  }

  /**
   * Calls the listener when the provided features change because the YAML extension is installed, uninstalled, or
   * reconfigured.
   */
  onChange(listener: (params: YamlExtensionParams) => void): void {
    this.#listeners.push(listener);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(): void {
    const before = this.#params;
    this.handOver().then(
      (params) => {
        if (this.#params !== before) for (const listener of this.#listeners) listener(params);
      },
      (error: unknown) => this.#log.error("Can't follow changes of the YAML extension", error),
    );
  }
}

function register(api: unknown, log: Log): boolean {
  if (!isSchemaContributors(api)) {
    log.warn('The YAML extension has no registerContributor function. Some findings and hovers might appear twice.');
    return false;
  }
  const content = JSON.stringify(handedSchema);
  // With the label, the YAML extension uses only our schema for matching files and doesn't merge its own schemas.
  for (const kind of handedKinds) {
    // The YAML extension accepts only one contributor per name, so each kind has its own.
    const scheme = `osc-${kind.kind.toLowerCase()}`;
    const schemaUri = `${scheme}://schema/manifests`;
    api.registerContributor(
      scheme,
      (resource) => (holdsOurs(resource) ? schemaUri : undefined),
      (uri) => (uri === schemaUri ? content : undefined),
      `apiVersion:${formatKindApiVersion(kind)}`,
    );
  }
  log.info(
    'The YAML extension uses the schema of this extension for completion and hovers. This extension runs the rules.',
  );
  return true;
}

function isSchemaContributors(api: unknown): api is SchemaContributors {
  return (
    typeof api === 'object' &&
    api !== null &&
    'registerContributor' in api &&
    typeof api.registerContributor === 'function'
  );
}

function holdsOurs(resource: string): boolean {
  const document = workspace.textDocuments.find(({ uri }) => uri.toString() === resource);
  return document !== undefined && declaresOwnKind(document.getText());
}
