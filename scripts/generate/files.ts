/** Every generated file of the repository: its path and the text it must have. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { knownKinds } from '../../core/kinds/index.ts';
import { manifestText } from './manifest.ts';
import { rulePages } from './rulePages.ts';
import { jsonSchemaOf, type CrdSchema } from './schema.ts';
import { validatorModule } from './validators.ts';

interface Crd {
  spec: { versions: { name: string; schema: { openAPIV3Schema: CrdSchema } }[] };
}

/** The generated files by their path in the repository. */
export async function generatedFiles(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const schemas: Record<string, Record<string, unknown>> = {};
  for (const kind of knownKinds) {
    const name = kind.kind.toLowerCase();
    const source = `schemas/sources/${name}.crd.yaml`;
    const crd = parse(readFileSync(path.join(root, source), 'utf8')) as Crd;
    const version = crd.spec.versions[0];
    if (version === undefined) throw new Error(`${source} has no version`);
    const schema = jsonSchemaOf(kind, version.schema.openAPIV3Schema, source);
    // The layout of CRD catalogues, which kubeconform -schema-location can be pointed at.
    files[`schemas/${kind.group}/${name}_${version.name}.json`] = `${JSON.stringify(schema, null, 2)}\n`;
    schemas[kind.kind] = schema;
  }
  files['schemas/validators.js'] = validatorModule(schemas);
  files['package.json'] = manifestText(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { ...files, ...(await rulePages()) };
}
