/**
 * What the API does with a pod of a runtime class: refuses it when there is no such class, else adds what the class takes and where it may run.
 * Source: kubernetes/kubernetes plugin/pkg/admission/runtimeclass.
 */
import { forbidden } from '#simulator/store/apiError.ts';
import { mapAt, stringAt } from '#simulator/store/kubeObject.ts';
import { failed, ok } from '#core/common/result.ts';
import type { Controller } from '../framework/controller.ts';
import { pods, runtimeClasses } from '../framework/resourceNames.ts';

/** The admission plugin RuntimeClass. */
export const runtimeClassAdmission: Controller = {
  name: 'runtime class admission',
  start: () => () => undefined,
  admission:
    ({ client }) =>
    ({ operation, resource, subresource, object, name }) => {
      const wanted = stringAt(object, 'spec', 'runtimeClassName');
      if (operation !== 'CREATE' || resource.plural !== pods.plural || resource.group !== '' || subresource !== undefined || wanted === undefined)
        return ok(object);
      const runtimeClass = client.get(runtimeClasses, wanted);
      if (runtimeClass === undefined) return failed(forbidden(resource, name, `pod rejected: RuntimeClass ${JSON.stringify(wanted)} not found`));
      const overhead = mapAt(runtimeClass, 'overhead', 'podFixed');
      const nodeSelector = { ...mapAt(object, 'spec', 'nodeSelector'), ...mapAt(runtimeClass, 'scheduling', 'nodeSelector') };
      const spec = {
        ...mapAt(object, 'spec'),
        ...(Object.keys(overhead).length === 0 ? {} : { overhead }),
        ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
      };
      return ok({ ...object, spec });
    },
};
