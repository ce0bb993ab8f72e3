// Screens of two files each, whose code is loaded when one of them is opened.

export const readPromotionScreens = async () => ({
  ...(await import('./screens/promotions.tsx')),
  ...(await import('./screens/promotion-form.tsx')),
});

export const readWebhookScreens = async () => ({
  ...(await import('./screens/webhooks.tsx')),
  ...(await import('./screens/one-webhook.tsx')),
});

export const readClassScreens = async () => ({
  ...(await import('./screens/classes.tsx')),
  ...(await import('./screens/one-class.tsx')),
});

export const readRecordScreens = async () => ({
  ...(await import('./screens/records.tsx')),
  ...(await import('./screens/one-record.tsx')),
});
