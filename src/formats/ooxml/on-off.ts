import type { XmlElement } from '../xml/xml.ts';

/** Whether a value is on (`ST_OnOff`, ECMA-376 part 1, 22.9.2.7); one that is left out is. */
export function isOn(value: string | undefined): boolean {
  return value !== '0' && value !== 'false' && value !== 'off';
}

/** Whether an attribute that is off where it is left out is on. */
export function isSetOn(value: string | undefined): boolean {
  return value !== undefined && isOn(value);
}

/** Whether there is an element for a property, and it is on. */
export function isPropertyOn(property: XmlElement | undefined): boolean {
  return property !== undefined && isOn(property.attributes.val);
}
