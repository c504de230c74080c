/** Lists the pages of the guide that assistants can read. The package contains these pages of docs/. */

export interface GuidePage {
  /** Name of the file in docs/, without `.md`. */
  readonly name: string;
  /** First heading of the page. */
  readonly title: string;
}

export const guidePages: readonly GuidePage[] = [
  { name: 'assistants', title: 'AI assistants' },
  { name: 'clusters', title: 'Clusters view' },
  { name: 'collect-must-gather', title: 'Collect a must-gather' },
  { name: 'command-line', title: 'Command line and CI' },
  { name: 'configure', title: 'Cluster settings' },
  { name: 'edge', title: 'Edge hosting clusters' },
  { name: 'explain', title: 'Explain a status' },
  { name: 'glossary', title: 'Glossary' },
  { name: 'limitations', title: 'Known limitations' },
  { name: 'logs', title: 'Logs' },
  { name: 'manifests', title: 'Manifests' },
  { name: 'metrics', title: 'Kata metrics' },
  { name: 'must-gather', title: 'Analyze a must-gather' },
  { name: 'policies', title: 'Agent policies and initdata' },
  { name: 'policy-tests', title: 'Policy tests' },
  { name: 'preflight', title: 'Cluster readiness' },
  { name: 'procedures', title: 'Cluster operations' },
  { name: 'promql', title: 'PromQL' },
  { name: 'security', title: 'Security' },
  { name: 'settings', title: 'Settings' },
  { name: 'terminals', title: 'Terminals' },
];
