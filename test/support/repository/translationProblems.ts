/** Finds mistakes in translations that are certain in every language. */

/** Names that must not be translated: kinds, objects, commands, and products. */
const fixed =
  /\b(?:KataConfig|KataConfigs|MachineConfigPool|MachineConfig|RuntimeClass|OperatorGroup|InstallPlan|ClusterServiceVersion|CatalogSource|Subscription|ConfigMap|DaemonSet|PeerPod|PeerPodConfig|NodeFeatureDiscovery|CredentialsRequest|PrometheusRule|PodDisruptionBudget|peer-pods-cm|peer-pods-secret|osc-caa-ds|kata-oc|kata-remote|kata-cc|CRI-O|OpenShift|Kubernetes|OLM|Rego|PromQL|Prometheus|Thanos|TOML|YAML|QEMU|virtiofsd|kubeconfig|KUBECONFIG|must-gather|initdata|Azure|AWS|libvirt|Argo CD)\b/g;

/**
 * Returns descriptions of the problems in a translation, or an empty list.
 * @param language as in `languages`
 */
export function stringProblems(english: string, text: string, language: string): string[] {
  if (text.trim() === '') return english.trim() === '' ? [] : ['empty'];
  const problems: string[] = [];
  const compare = (what: string, pattern: RegExp) => {
    const [wanted, found] = [english, text].map((one) => [...new Set(one.match(pattern))].sort().join(' '));
    if (wanted !== found) problems.push(`${what} ${found || 'none'} instead of ${wanted || 'none'}`);
  };
  compare('placeholders', /\{\d+\}/g);
  // The walkthrough contains code in double backticks.
  compare('code', /``[^`]+``|`[^`]+`/g);
  compare('links', /\((?:command|https?):[^)]*\)/g);
  for (const name of new Set(english.match(fixed)))
    if (!text.includes(singular(name))) problems.push(`${name} is not named`);
  if (english === text && isSentence(english, language)) problems.push('not translated');
  if (/^\s/.test(english) !== /^\s/.test(text) || (/\s$/.test(english) !== /\s$/.test(text) && !/[,:] $/.test(english)))
    problems.push('space at an end differs');
  // A plain space before punctuation lets a line begin with the punctuation.
  if (language === 'fr' && / (?=[:;?!](?!\w)|»)|« /.test(text.replaceAll(/``[^`]+``|`[^`]*`/g, '')))
    problems.push('plain space instead of a no-break space (U+00A0) beside punctuation');
  return problems;
}

/** Other languages don't use an English plural of a name. */
const singular = (name: string) => name.replace(/^KataConfigs$/, 'KataConfig');

/**
 * Returns whether a text has at least 3 consecutive words in lowercase letters. In French, single words are often the
 * same, so 4 are required.
 */
function isSentence(english: string, language: string): boolean {
  const plain = english.replaceAll(/`[^`]*`|\{\d+\}|\([^)]*\)/g, ' , ');
  return new RegExp(`(?:(?:^|\\s)[A-Za-z]?[a-z]+(?=[\\s.]|$)){${language === 'fr' ? 4 : 3}}`).test(plain);
}
