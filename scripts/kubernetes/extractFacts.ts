/**
 * Writes core/kubernetes/facts.json from clones of repositories of Kubernetes and of openshift/api: the fields of the
 * kinds with their types, versions, list keys, feature gates, and enumerations. Also writes the descriptions of the
 * fields for the language server and for the simulator. Run it by hand if Kubernetes has a new version, and review the
 * difference. Kubernetes is licensed under the Apache License 2.0.
 * Usage: `node scripts/run.mjs scripts/kubernetes/extractFacts.ts KUBERNETES_API APIMACHINERY APIEXTENSIONS_APISERVER
 * KUBE_AGGREGATOR OPENSHIFT_API`
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { collectFacts } from './collectFacts.ts';

const [kubernetesApi, kubernetesApimachinery, apiextensionsApiserver, kubeAggregator, openShiftApi] =
  process.argv.slice(2);
if (
  kubernetesApi === undefined ||
  kubernetesApimachinery === undefined ||
  apiextensionsApiserver === undefined ||
  kubeAggregator === undefined ||
  openShiftApi === undefined
) {
  process.stderr.write(
    'Specify the clones of kubernetes/api, kubernetes/apimachinery, kubernetes/apiextensions-apiserver, kubernetes/kube-aggregator, and openshift/api.\n',
  );
  process.exit(2);
}
const { facts, descriptions, simulatedDescriptions } = collectFacts({
  kubernetesApi,
  kubernetesApimachinery,
  apiextensionsApiserver,
  kubeAggregator,
  openShiftApi,
});
const root = path.join(import.meta.dirname, '../..');
write('core/kubernetes/facts.json', JSON.stringify(facts, null, 1));
write('core/kubernetes/descriptions.json', JSON.stringify(descriptions));
write('simulator/src/resources/fieldDescriptions.json', JSON.stringify(simulatedDescriptions));

function write(file: string, text: string): void {
  writeFileSync(path.join(root, file), `${text}\n`);
}
