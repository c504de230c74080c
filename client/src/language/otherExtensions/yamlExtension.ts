/**
 * Lives beside the Red Hat YAML extension (redhat.vscode-yaml): hands it our schema, and learns what it then does,
 * so that nothing is said twice. Its API: redhat-developer/vscode-yaml src/schema-extension-api.ts (registerContributor).
 */
import { extensions, workspace, type Disposable } from 'vscode';
import { apiVersionOf } from '#core/kinds/field.ts';
import type { YamlExtensionParams } from '#server/protocol/protocol.ts';
import type { Log } from '#client/vscode/log.ts';
import type { Settings } from '#client/vscode/settings.ts';
import { declaresOurs } from './declaresOwnKind.ts';
import { handedKinds, handedSchema } from './yamlExtensionSchema.ts';

export interface YamlExtension extends Disposable {
  /** Hands our schema over, if that extension is there; gives what it does from now on. */
  handOver(): Promise<YamlExtensionParams>;
  /** Called when what it does has changed: installed, removed, or its settings edited. */
  onChange(listener: (params: YamlExtensionParams) => void): void;
}

/** The part of its API that is used here. */
interface SchemaContributors {
  registerContributor(
    scheme: string,
    requestSchema: (resource: string) => string | undefined,
    requestSchemaContent: (uri: string) => string | undefined,
    label?: string,
  ): boolean;
}

const extensionId = 'redhat.vscode-yaml';

export function followYamlExtension(settings: Settings, log: Log): YamlExtension {
  const listeners: ((params: YamlExtensionParams) => void)[] = [];
  let registered = false;
  let said = '';

  const handOver = async (): Promise<YamlExtensionParams> => {
    const extension = extensions.getExtension<unknown>(extensionId);
    if (extension === undefined) registered = false;
    else if (!registered) {
      try {
        registered = register(await extension.activate(), log);
      } catch (error) {
        log.error('the YAML extension did not start; its share is done here', error);
      }
    }
    const does = (what: 'validate' | 'completion' | 'hover') => registered && settings.yamlExtensionDoes(what);
    const params = { active: registered, validates: does('validate'), completes: does('completion'), hovers: does('hover') };
    said = JSON.stringify(params);
    return params;
  };
  const update = () => {
    const before = said;
    handOver().then(
      (params) => {
        if (said !== before) for (const listener of listeners) listener(params);
      },
      (error: unknown) => log.error('cannot follow the YAML extension', error),
    );
  };
  const subscriptions = [
    extensions.onDidChange(update),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('yaml')) update();
    }),
  ];
  return {
    handOver,
    onChange: (listener) => listeners.push(listener),
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function register(api: unknown, log: Log): boolean {
  if (!isSchemaContributors(api)) {
    log.warn('the YAML extension offers no registerContributor; some things may be said twice');
    return false;
  }
  const content = JSON.stringify(handedSchema);
  // With the label, that extension takes our schema alone for files that have it: no schema of its own is mixed in.
  for (const kind of handedKinds) {
    // A name of its own for each: that extension takes one contributor for a name.
    const scheme = `osc-${kind.kind.toLowerCase()}`;
    const schemaUri = `${scheme}://schema/manifests`;
    api.registerContributor(
      scheme,
      (resource) => (holdsOurs(resource) ? schemaUri : undefined),
      (uri) => (uri === schemaUri ? content : undefined),
      `apiVersion:${apiVersionOf(kind)}`,
    );
  }
  log.info('the YAML extension has our schema: it completes and explains, the rules stay here');
  return true;
}

function isSchemaContributors(api: unknown): api is SchemaContributors {
  return typeof api === 'object' && api !== null && 'registerContributor' in api && typeof api.registerContributor === 'function';
}

function holdsOurs(resource: string): boolean {
  const document = workspace.textDocuments.find(({ uri }) => uri.toString() === resource);
  return document !== undefined && declaresOurs(document.getText());
}
