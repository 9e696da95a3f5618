import { useEffect } from 'react';
import { type BusyReason, holdBusy } from './busy.ts';

/** Delays new versions while `isOn`, see `holdBusy`. */
export function useBusy(isOn: boolean, reason: BusyReason): void {
  useEffect(() => (isOn ? holdBusy(reason) : undefined), [isOn, reason]);
}
