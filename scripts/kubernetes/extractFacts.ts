/**
 * Writes core/kubernetes/facts.json from clones of kubernetes/api, kubernetes/apimachinery, and openshift/api: the
 * fields of the kinds with their types, versions, list keys, feature gates, and enumerations. Run it by hand if
 * Kubernetes has a new version, and review the difference.
 * Usage: `node scripts/run.mjs scripts/kubernetes/extractFacts.ts KUBERNETES_API APIMACHINERY OPENSHIFT_API`
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { collectFacts } from './collectFacts.ts';

const [kubernetesApi, kubernetesApimachinery, openShiftApi] = process.argv.slice(2);
if (kubernetesApi === undefined || kubernetesApimachinery === undefined || openShiftApi === undefined) {
  process.stderr.write('Specify the clones of kubernetes/api, kubernetes/apimachinery, and openshift/api.\n');
  process.exit(2);
}
const { facts, descriptions } = collectFacts({ kubernetesApi, kubernetesApimachinery, openShiftApi });
const folder = path.join(import.meta.dirname, '../../core/kubernetes');
writeFileSync(path.join(folder, 'facts.json'), `${JSON.stringify(facts, null, 1)}\n`);
writeFileSync(path.join(folder, 'descriptions.json'), `${JSON.stringify(descriptions)}\n`);
