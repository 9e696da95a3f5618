CREATE TABLE "guardian_orders" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"guardian" text NOT NULL,
	"asked" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"decided" timestamp (3) with time zone,
	"decided_from" text,
	"decided_with" text,
	"text_hash" text,
	CONSTRAINT "guardian_orders_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "guardian_orders_decided" CHECK (("guardian_orders"."decision" is null) = ("guardian_orders"."decided" is null)),
	CONSTRAINT "guardian_orders_text" CHECK ("guardian_orders"."decision" <> 'approved' or "guardian_orders"."text_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "money_audit" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"act" text NOT NULL,
	"order_id" integer,
	"why" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"via" text NOT NULL,
	"amount" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"reason" text NOT NULL,
	"attempt_id" integer,
	"target" integer,
	"asked_by" text NOT NULL,
	"actor" text,
	"account" text,
	"account_at" timestamp (3) with time zone,
	"exported_at" timestamp (3) with time zone,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	"done" timestamp (3) with time zone,
	CONSTRAINT "refunds_key" UNIQUE("order_id","key"),
	CONSTRAINT "refunds_seq" UNIQUE("order_id","seq"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_done" CHECK (("refunds"."state" = 'done') = ("refunds"."done" is not null))
);
--> statement-breakpoint
CREATE TABLE "card_members" (
	"member_id" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"created" timestamp (3) with time zone NOT NULL,
	"made" timestamp (3) with time zone,
	CONSTRAINT "card_members_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"member_id" text NOT NULL,
	"card_seq" text,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"expiry" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"wants_default" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"is_check" boolean NOT NULL,
	"order_id" integer,
	"subscription_id" integer,
	"access" text,
	"secret" text,
	"return_ref" text NOT NULL,
	"redirect_url" text,
	"challenged_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"is_unknown" boolean DEFAULT false NOT NULL,
	"unknown_since" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"failure" text,
	"error_code" text,
	"given_from" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_gateway_order_id_unique" UNIQUE("gateway_order_id"),
	CONSTRAINT "cards_return_ref_unique" UNIQUE("return_ref"),
	CONSTRAINT "cards_member_seq" UNIQUE("member_id","card_seq")
);
--> statement-breakpoint
CREATE TABLE "plan_courses" (
	"plan_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "plan_courses_plan_id_course_id_pk" PRIMARY KEY("plan_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"family" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" integer NOT NULL,
	"interval" text NOT NULL,
	"trial_days" integer NOT NULL,
	"sale_ends_at" timestamp (3) with time zone,
	"modified" timestamp (3) with time zone NOT NULL,
	"withdrawn" timestamp (3) with time zone,
	CONSTRAINT "plans_key_unique" UNIQUE("key"),
	CONSTRAINT "plans_price" CHECK ("plans"."price" > 0),
	CONSTRAINT "plans_trial_days" CHECK ("plans"."trial_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscription_periods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"n" integer NOT NULL,
	"state" text NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"due_on" text NOT NULL,
	"is_new_anchor" boolean DEFAULT false NOT NULL,
	"order_id" integer,
	CONSTRAINT "subscription_periods_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "subscription_periods_n" UNIQUE("subscription_id","n"),
	CONSTRAINT "subscription_periods_due" UNIQUE("subscription_id","due_on"),
	CONSTRAINT "subscription_periods_length" CHECK ("subscription_periods"."until" > "subscription_periods"."from")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"plan_id" integer NOT NULL,
	"family" text NOT NULL,
	"status" text NOT NULL,
	"price" integer NOT NULL,
	"interval" text NOT NULL,
	"anchor_day" integer NOT NULL,
	"card_id" integer,
	"started_at" timestamp (3) with time zone,
	"trial_end_at" timestamp (3) with time zone,
	"current_from" timestamp (3) with time zone,
	"current_until" timestamp (3) with time zone,
	"due_on" text,
	"next_action_at" timestamp (3) with time zone,
	"cancel_at_end" boolean DEFAULT false NOT NULL,
	"is_ending" boolean DEFAULT false NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"paused_from" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"last_pause_at" timestamp (3) with time zone,
	"failure" text,
	"error_code" text,
	"needs_card" boolean DEFAULT false NOT NULL,
	"new_price" integer,
	"new_price_at" timestamp (3) with time zone,
	"agreed_price" integer,
	"created" timestamp (3) with time zone NOT NULL,
	"modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_price" CHECK ("subscriptions"."price" > 0),
	CONSTRAINT "subscriptions_anchor" CHECK ("subscriptions"."anchor_day" between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person" text NOT NULL,
	"family" text NOT NULL,
	"order_id" integer,
	"created" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trials_person" UNIQUE("person","family")
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "held" jsonb;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "keeps_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_orders" ADD CONSTRAINT "guardian_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_audit" ADD CONSTRAINT "money_audit_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_members" ADD CONSTRAINT "card_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_member_id_card_members_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."card_members"("member_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_courses" ADD CONSTRAINT "plan_courses_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_courses" ADD CONSTRAINT "plan_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_audit_order_id" ON "money_audit" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "money_audit_at" ON "money_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "refunds_state" ON "refunds" USING btree ("state","created");--> statement-breakpoint
CREATE INDEX "refunds_attempt_id" ON "refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_default" ON "cards" USING btree ("user_id") WHERE "cards"."is_default" and "cards"."state" = 'active';--> statement-breakpoint
CREATE INDEX "cards_user_id" ON "cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cards_next_check" ON "cards" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "cards_order_id" ON "cards" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "cards_subscription_id" ON "cards" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "plan_courses_course_id" ON "plan_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "plans_pack" ON "plans" USING btree ("pack");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_running" ON "subscriptions" USING btree ("user_id","family") WHERE "subscriptions"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_user_id" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan_id" ON "subscriptions" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "subscriptions_card_id" ON "subscriptions" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "subscriptions_next_action" ON "subscriptions" USING btree ("next_action_at");--> statement-breakpoint
CREATE INDEX "trials_order_id" ON "trials" USING btree ("order_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what the staff did is never changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER money_audit_fixed BEFORE UPDATE OR DELETE ON "money_audit" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
