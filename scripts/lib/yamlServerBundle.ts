/**
 * Defines the esbuild options of the process that runs yaml-language-server, without the packages that it doesn't need:
 * prettier (which formats), ajv (which checks whether a schema is a valid JSON Schema), and request-light (network).
 * Also without the code with which a document selects its own schema, and the code that reads schemas from files,
 * because a document of a workspace could then make the process read any file.
 */
import type { BuildOptions, Plugin } from 'esbuild';
import { nodeOptions } from './bundleOptions.ts';

/** A validator that accepts each schema, because the product creates the schemas. */
const ajv = `export default class {
  defaultMeta() { return ''; }
  addMetaSchema() {}
  getSchema() { return () => true; }
  compile() { return () => true; }
}`;

/** The modules that replace others, by the names in imports. */
const replacements: Readonly<Record<string, string>> = {
  ajv,
  'ajv/dist/2019': ajv,
  'ajv/dist/2020': ajv,
  'ajv-draft-04': ajv,
  'ajv-i18n': 'export const en = () => undefined;',
  'prettier/standalone': 'export const format = async (text) => text;',
  'prettier/plugins/yaml': 'export default {};',
  'prettier/plugins/estree': 'export default {};',
  'request-light': `export const configure = () => undefined;
export const getErrorStatusDescription = () => '';
export const xhr = async () => { throw new Error('This process has no network.'); };`,
  // Comments such as `# $schema: file.json`, and a field `$schema`, have no effect. The modules that these modules
  // import depend on each other, and load only in this order.
  './modelineUtil': `import '../parser/yamlParser07';
export const getSchemaFromModeline = () => undefined;
export const isModeline = () => false;`,
  './dollarUtils': `import '../parser/yamlParser07';
import '../parser/jsonDocument';
export const getDollarSchema = () => undefined;`,
  // The connection is the only source of schemas.
  './languageservice/services/schemaRequestHandler': `
export const workspaceContext = { resolveRelativePath: (path) => path };
export const schemaRequestHandler = (connection, uri) => connection.sendRequest('custom/schema/content', uri);`,
  // Would read translations from the folder of the package. Without them, the messages are in English.
  './nodeTranslationSetup': 'export const setupl10nBundle = async () => undefined;',
};

/** Returns the options of the bundle. */
export function yamlServerOptions(dev: boolean): BuildOptions {
  const { alias, plugins, ...options } = nodeOptions(dev);
  return {
    ...options,
    // The server has its own version of the package yaml.
    alias: { '@vscode/l10n': alias['@vscode/l10n'] },
    plugins: [...plugins, replacedModules()],
  };
}

function replacedModules(): Plugin {
  const namespace = 'replaced-modules';
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(?:ajv|prettier|request-light|\.\/)/ }, ({ path, resolveDir }) =>
        Object.hasOwn(replacements, path) ? { path, namespace, pluginData: resolveDir } : undefined,
      );
      onLoad({ filter: /.*/, namespace }, ({ path, pluginData }) => ({
        contents: replacements[path] ?? '',
        ...(typeof pluginData === 'string' ? { resolveDir: pluginData } : {}),
      }));
    },
  };
}
