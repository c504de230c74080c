/**
 * What the API does with a pod of a runtime class: refuses it when there is no such class, else adds what the class
 * takes and where it may run. Source: kubernetes/kubernetes plugin/pkg/admission/runtimeclass.
 */
import { forbidden } from '#simulator/store/apiError.ts';
import { getMap, getString } from '#simulator/store/kubeObject.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Controller } from '../framework/controller.ts';
import { pods, runtimeClasses } from '../framework/resourceNames.ts';

/** The admission plugin RuntimeClass. */
export const runtimeClassAdmission: Controller = {
  name: 'runtime class admission',
  start: () => () => undefined,
  admission:
    ({ client }) =>
    ({ operation, resource, subresource, object, name }) => {
      const wanted = getString(object, 'spec', 'runtimeClassName');
      if (
        operation !== 'CREATE' ||
        resource.plural !== pods.plural ||
        resource.group !== '' ||
        subresource !== undefined ||
        wanted === undefined
      )
        return succeed(object);
      const runtimeClass = client.get(runtimeClasses, wanted);
      if (runtimeClass === undefined)
        return fail(forbidden(resource, name, `pod rejected: RuntimeClass ${JSON.stringify(wanted)} not found`));
      const overhead = getMap(runtimeClass, 'overhead', 'podFixed');
      const nodeSelector = {
        ...getMap(object, 'spec', 'nodeSelector'),
        ...getMap(runtimeClass, 'scheduling', 'nodeSelector'),
      };
      const spec = {
        ...getMap(object, 'spec'),
        ...(Object.keys(overhead).length === 0 ? {} : { overhead }),
        ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
      };
      return succeed({ ...object, spec });
    },
};
