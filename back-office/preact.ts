// The one place that imports Preact and its signals by name; JSX takes `preact/jsx-runtime` by itself.
export { render } from 'preact';
export type { ComponentChildren, JSX } from 'preact';
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { effect, signal } from '@preact/signals';
