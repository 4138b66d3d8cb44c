/** Whether a property is on (`ST_OnOff`, ECMA-376 part 1, 22.9.2.7). It is where it stands without a value. */
export function isOn(value: string | undefined): boolean {
  return value !== '0' && value !== 'false' && value !== 'off';
}
