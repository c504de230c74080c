/** Asks an API server for its verdict on a manifest: a dry run with strict field validation. */
import { parse } from 'yaml';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { getList, getMap, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { Contract } from '../api/contractServer.ts';
import type { ManifestCase } from './manifestCase.ts';
import type { Verdict } from './recordedVerdicts.ts';

const options = 'dryRun=All&fieldValidation=Strict&fieldManager=contract';

/** Returns the first line, without the part of the text in which the decoder found the error. */
const firstLine = (message: string): string => message.split(/\n|, error found in #/, 1)[0] ?? '';

/** Returns the object of a manifest. */
function readManifest(manifest: string): JsonObject {
  const object: unknown = parse(manifest);
  return getMap({ object }, 'object');
}

/** Returns whether the object belongs to Kubernetes itself, and not to a CRD. */
export function isBuiltIn({ manifest, meant }: ManifestCase): boolean {
  const [group = '', version] = (getString(readManifest(meant ?? manifest), 'apiVersion') ?? '').split('/');
  return version === undefined || !group.includes('.') || group.endsWith('k8s.io');
}

/**
 * Returns the verdict of a server.
 * @param server name and version of the server
 * @param namespace existing namespace, which replaces the one of the object
 */
export async function askServer(
  { admin }: Contract,
  server: string,
  { manifest, meant }: ManifestCase,
  namespace: string,
): Promise<Verdict> {
  const rejects = (message: string): Verdict => ({ server, accepts: false, message: firstLine(message) });
  const object = readManifest(manifest);
  const known = meant === undefined ? object : readManifest(meant);
  const apiVersion = getString(known, 'apiVersion') ?? '';
  const kind = getString(known, 'kind') ?? '';
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await admin.get(base);
  const resource = getList(body, 'resources').find(
    (each) => getString(each, 'kind') === kind && getString(each, 'name')?.includes('/') === false,
  );
  // A client such as oc finds the resource in the same way, and reports the same error.
  if (resource === undefined) return rejects(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const isNamespaced = getValue(resource, 'namespaced') === true;
  const where = `${base}${isNamespaced ? `/namespaces/${namespace}` : ''}/${getString(resource, 'name') ?? ''}`;
  const hasNamespace = isNamespaced && getString(object, 'metadata', 'namespace') !== undefined;
  const sent = hasNamespace ? { ...object, metadata: { ...getMap(object, 'metadata'), namespace } } : object;
  const reply = await admin.post(`${where}?${options}`, sent);
  if (reply.code === 201) return { server, accepts: true, message: '' };
  return rejects((getString(reply.body, 'message') ?? `${reply.code} ${reply.text}`).replaceAll(namespace, 'demo'));
}
