/**
 * The commands of this room, by their ids, and the action that each runs. A new one: a file in actions/, a line there
 * and one here, and its title in package.json.
 */
export const lifecycleCommands = {
  'osc.cluster.check': 'check',
  'osc.kata.install': 'install',
  'osc.kata.update': 'update',
  'osc.kata.uninstall': 'uninstall',
  'osc.kata.setLogLevel': 'setLogLevel',
  'osc.kata.resetLogLevel': 'resetLogLevel',
  'osc.kata.setNodes': 'setNodes',
  'osc.kata.setEligibility': 'setEligibility',
  'osc.kata.setFeatureGates': 'setFeatureGates',
  'osc.peerpods.configure': 'configurePeerPods',
  'osc.peerpods.enterCredentials': 'enterCredentials',
  'osc.peerpods.openPorts': 'openPorts',
  'osc.peerpods.setLimit': 'setPeerPodsLimit',
  'osc.peerpods.setInstanceTypes': 'setInstanceTypes',
  'osc.peerpods.createPullSecret': 'createPullSecret',
  'osc.file.apply': 'applyFile',
  'osc.file.compare': 'compareFile',
  'osc.workload.sandbox': 'sandboxWorkload',
  'osc.workload.isSandboxed': 'isSandboxed',
  'osc.runbook.create': 'createRunbook',
  'osc.procedure.goOn': 'goOn',
  'osc.procedure.stop': 'stop',
  'osc.procedure.abandon': 'abandon',
  'osc.procedure.dismiss': 'dismiss',
} as const;

export type ActionName = (typeof lifecycleCommands)[keyof typeof lifecycleCommands];
