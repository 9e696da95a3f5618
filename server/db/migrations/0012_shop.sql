CREATE TABLE "coupon_holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"coupon_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"user_id" integer,
	"state" text NOT NULL,
	CONSTRAINT "coupon_holds_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"seq" integer NOT NULL,
	"number" text NOT NULL,
	"name" text,
	"honorific" text,
	"facts" jsonb NOT NULL,
	"sha256" text,
	"bytes" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"made" timestamp (3) with time zone,
	"opened" timestamp (3) with time zone,
	"received" timestamp (3) with time zone,
	CONSTRAINT "documents_number_unique" UNIQUE("number"),
	CONSTRAINT "documents_order_kind" UNIQUE("order_id","kind","seq")
);
--> statement-breakpoint
CREATE TABLE "gateway_commands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"attempt_id" integer,
	"card_id" integer,
	"refund_id" integer,
	"kind" text NOT NULL,
	"n" integer NOT NULL,
	"state" text NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"reply" jsonb,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_commands_attempt" UNIQUE("attempt_id","kind","n"),
	CONSTRAINT "gateway_commands_card" UNIQUE("card_id","kind","n"),
	CONSTRAINT "gateway_commands_refund" UNIQUE("refund_id","kind","n")
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dedup_key" text NOT NULL,
	"attempt_id" integer,
	"access_hash" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"tran_id" text NOT NULL,
	"status" text NOT NULL,
	"body" jsonb NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"received" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_events_dedup_key_unique" UNIQUE("dedup_key")
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_item_id" integer NOT NULL,
	"inventories" jsonb NOT NULL,
	"given" timestamp (3) with time zone NOT NULL,
	"ended" timestamp (3) with time zone,
	CONSTRAINT "grants_order_item_id_unique" UNIQUE("order_item_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tx_id" uuid NOT NULL,
	"order_id" integer NOT NULL,
	"attempt_id" integer,
	"account" text NOT NULL,
	"amount" integer NOT NULL,
	"event_key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_event" UNIQUE("event_key","account"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "money_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer,
	"subscription_id" integer,
	"kind" text NOT NULL,
	"on" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "money_notices_order" UNIQUE("order_id","kind","on"),
	CONSTRAINT "money_notices_subscription" UNIQUE("subscription_id","kind","on")
);
--> statement-breakpoint
CREATE TABLE "money_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"order_id" integer,
	"attempt_id" integer,
	"detail" jsonb NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"done" timestamp (3) with time zone,
	CONSTRAINT "money_tasks_once" UNIQUE("kind","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"place" integer NOT NULL,
	"product_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"courses" jsonb NOT NULL,
	"unit_price" integer NOT NULL,
	"discount_share" integer NOT NULL,
	"paid" integer NOT NULL,
	"rate" integer NOT NULL,
	"access_days" integer,
	"refunded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_place" UNIQUE("order_id","place"),
	CONSTRAINT "order_items_paid" CHECK ("order_items"."paid" >= 0 and "order_items"."refunded" between 0 and "order_items"."paid")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_no" text NOT NULL,
	"user_id" integer,
	"checkout_id" uuid,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"subtotal" integer NOT NULL,
	"discount" integer NOT NULL,
	"total" integer NOT NULL,
	"coupon_id" integer,
	"coupon_name" text,
	"method" text NOT NULL,
	"buyer" text NOT NULL,
	"confirm_text" jsonb NOT NULL,
	"confirm_hash" text NOT NULL,
	"confirm_version" integer NOT NULL,
	"agreed_from" text NOT NULL,
	"agreed_with" text NOT NULL,
	"subscription_id" integer,
	"is_test" boolean NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	CONSTRAINT "orders_order_no_unique" UNIQUE("order_no"),
	CONSTRAINT "orders_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "orders_total" CHECK ("orders"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"n" integer NOT NULL,
	"method" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"access" text,
	"access_hash" text,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"fenced_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"return_ref" text NOT NULL,
	"redirect_url" text,
	"cvs_code" text,
	"card_id" integer,
	"card" jsonb,
	"secret" text,
	"slip" jsonb,
	"due_at" timestamp (3) with time zone,
	"received" integer DEFAULT 0 NOT NULL,
	"deposits" jsonb,
	"failure" text,
	"error_code" text,
	"is_unknown" boolean DEFAULT false NOT NULL,
	"challenged_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_attempts_gateway_order_id_unique" UNIQUE("gateway_order_id"),
	CONSTRAINT "payment_attempts_access_hash_unique" UNIQUE("access_hash"),
	CONSTRAINT "payment_attempts_return_ref_unique" UNIQUE("return_ref"),
	CONSTRAINT "payment_attempts_n" UNIQUE("order_id","n")
);
--> statement-breakpoint
CREATE TABLE "contract_consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"checkout_id" uuid,
	"order_id" integer,
	"user_id" integer,
	"step" text NOT NULL,
	"text_version" integer NOT NULL,
	"agreed_from" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contract_consents_step" UNIQUE("checkout_id","step"),
	CONSTRAINT "contract_consents_order" UNIQUE("order_id","step")
);
--> statement-breakpoint
CREATE TABLE "sellers" (
	"pack" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"representative" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"phone_hours" text NOT NULL,
	"email" text NOT NULL,
	"invoice_number" text,
	"is_sample" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundle_courses" (
	"bundle_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "bundle_courses_bundle_id_course_id_pk" PRIMARY KEY("bundle_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" integer NOT NULL,
	"access_days" integer NOT NULL,
	"sale_ends_at" timestamp (3) with time zone,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "bundles_key_unique" UNIQUE("key"),
	CONSTRAINT "bundles_price" CHECK ("bundles"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"product_id" text NOT NULL,
	"seen_price" integer NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cart_items_product" UNIQUE("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"coupon_id" integer,
	"coupon_mode" text DEFAULT 'auto' NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"cart_version" integer,
	"snapshot" jsonb NOT NULL,
	"confirm_text" jsonb NOT NULL,
	"confirm_hash" text NOT NULL,
	"payer" text NOT NULL,
	"token" text,
	"token_at" timestamp (3) with time zone,
	"expires" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_wallets" (
	"user_id" integer NOT NULL,
	"coupon_id" integer NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupon_wallets_user_id_coupon_id_pk" PRIMARY KEY("user_id","coupon_id")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"discount_type" text NOT NULL,
	"discount_value" integer NOT NULL,
	"min_total" integer DEFAULT 0 NOT NULL,
	"targets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"issued" integer,
	"remaining" integer,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "coupons_key_unique" UNIQUE("key"),
	CONSTRAINT "coupons_code_unique" UNIQUE("code"),
	CONSTRAINT "coupons_remaining" CHECK ("coupons"."remaining" is null or "coupons"."remaining" >= 0)
);
--> statement-breakpoint
ALTER TABLE "coupon_holds" ADD CONSTRAINT "coupon_holds_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_holds" ADD CONSTRAINT "coupon_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_holds" ADD CONSTRAINT "coupon_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_commands" ADD CONSTRAINT "gateway_commands_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_events" ADD CONSTRAINT "gateway_events_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_notices" ADD CONSTRAINT "money_notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_tasks" ADD CONSTRAINT "money_tasks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_tasks" ADD CONSTRAINT "money_tasks_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_consents" ADD CONSTRAINT "contract_consents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_consents" ADD CONSTRAINT "contract_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_courses" ADD CONSTRAINT "bundle_courses_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_courses" ADD CONSTRAINT "bundle_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_carts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."carts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_wallets" ADD CONSTRAINT "coupon_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_wallets" ADD CONSTRAINT "coupon_wallets_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_holds_once" ON "coupon_holds" USING btree ("coupon_id","user_id") WHERE "coupon_holds"."state" in ('reserved', 'used');--> statement-breakpoint
CREATE INDEX "coupon_holds_user_id" ON "coupon_holds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "documents_due" ON "documents" USING btree ("made","not_before");--> statement-breakpoint
CREATE INDEX "gateway_commands_ready" ON "gateway_commands" USING btree ("state","not_before");--> statement-breakpoint
CREATE INDEX "gateway_events_order" ON "gateway_events" USING btree ("gateway_order_id");--> statement-breakpoint
CREATE INDEX "gateway_events_attempt_id" ON "gateway_events" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "gateway_events_received" ON "gateway_events" USING btree ("received");--> statement-breakpoint
CREATE INDEX "ledger_entries_order_id" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_tx_id" ON "ledger_entries" USING btree ("tx_id");--> statement-breakpoint
CREATE INDEX "money_tasks_open" ON "money_tasks" USING btree ("done","created");--> statement-breakpoint
CREATE INDEX "orders_user_id" ON "orders" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_coupon_id" ON "orders" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_live" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('ready', 'entered', 'challenged', 'slip');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_captured" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" = 'captured';--> statement-breakpoint
CREATE INDEX "payment_attempts_next_check" ON "payment_attempts" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "contract_consents_user_id" ON "contract_consents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bundle_courses_course_id" ON "bundle_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "bundles_pack" ON "bundles" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "checkouts_user_id" ON "checkouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "checkouts_created" ON "checkouts" USING btree ("created");--> statement-breakpoint
CREATE INDEX "coupon_wallets_coupon_id" ON "coupon_wallets" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "coupons_pack" ON "coupons" USING btree ("pack");--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_book_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_fixed BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION refuse_book_change();--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_book_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum("amount") FROM "ledger_entries" WHERE "tx_id" = NEW."tx_id") <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % is not balanced', NEW."tx_id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_book_balance();
